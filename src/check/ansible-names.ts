/** Variable names that Ansible keeps for itself, as measured on ansible-core 2.14 to 2.22. */

/** Names for which Ansible prints "Found variable using reserved name". */
export const reservedByAnsible: ReadonlySet<string> = new Set(
  (
    'action always any_errors_fatal args async async_val become become_exe become_flags become_method become_user block ' +
    'changed_when check_mode collections connection cycler debugger delay delegate_facts delegate_to dict diff fact_path ' +
    'failed_when force_handlers gather_facts gather_subset gather_timeout handlers hosts ignore_errors ignore_unreachable ' +
    'joiner lipsum local_action lookup loop loop_control loop_with max_fail_percentage module_defaults name namespace no_log ' +
    'notify now omit order poll port post_tasks pre_tasks q query range register remote_user rescue retries roles run_once ' +
    'serial strategy tags tasks throttle timeout undef until validate_argspec vars_files vars_prompt when with_'
  ).split(' '),
);

/** Names whose value from an inventory no play ever sees. */
export const shadowedByAnsible: ReadonlySet<string> = new Set(
  (
    'environment vars groups hostvars inventory_hostname inventory_hostname_short group_names ansible_facts play_hosts ' +
    'ansible_version playbook_dir ansible_check_mode ansible_play_hosts ansible_play_hosts_all ansible_play_batch ' +
    'inventory_dir inventory_file role_name role_names role_path True true None none False false not'
  ).split(' '),
);
