/**
 * Every code a diagnostic can have: the folder that finds it, its severity, and one line that says what is wrong.
 * A released code is never renamed. `docs/codes.md` is generated from this table, and every code has a fixture.
 */

/** From the gravest on. A hint is only worth a thought: it never makes a run fail. */
export type Severity = 'error' | 'warning' | 'hint';

interface CodeEntry {
  readonly severity: Severity;
  /** What the code means, as the reference prints it. */
  readonly meaning: string;
}

const error = (meaning: string): CodeEntry => ({ severity: 'error', meaning });
const warning = (meaning: string): CodeEntry => ({ severity: 'warning', meaning });
const hint = (meaning: string): CodeEntry => ({ severity: 'hint', meaning });

export const codes = {
  'load/not-found': error('a file that is named does not exist'),
  'load/unreadable': error(
    'a file cannot be read: a folder, no permission, too large, or changed while it was read',
  ),
  'load/not-text': error('a file is not UTF-8 text'),
  'load/shebang-needs-plain-text': error(
    'a file with a shebang has a byte-order mark or CRLF line ends, so no kernel finds the shebang',
  ),
  'load/include-cycle': error('files include each other in a circle'),
  'load/include-no-match': warning('a glob of `include` matches no file'),
  'load/url': error('a path is a URL; only local files are read'),
  'load/ambiguous-folder': error('a folder holds both inventory.yaml and inventory.yml'),

  'syntax/invalid': error('the text is not YAML'),
  'syntax/empty': error('a file holds no YAML document'),
  'syntax/several-documents': error('a file holds more than one YAML document'),
  'syntax/whole-file-vault': error('a file is encrypted as a whole with Ansible Vault'),
  'syntax/duplicate-key': error('a map has one key twice'),
  'syntax/key-not-string': error('a map key is no string'),
  'syntax/unknown-tag': error('a YAML tag is not one of those accepted'),
  'syntax/tag-mismatch': error('a YAML tag stands on a value that it cannot describe'),
  'syntax/unknown-anchor': error('an alias names an anchor that is not set before it'),
  'syntax/duplicate-anchor': error('one anchor is set twice'),
  'syntax/alias-budget': error('aliases expand to more nodes than any inventory needs'),
  'syntax/merge-not-map': error('the value of a merge key is no map'),
  'syntax/too-deep': error('values are nested more than 100 levels deep'),
  'syntax/not-finite': error('a number is infinite or not a number'),
  'syntax/number-too-large': error('a number has more digits than Ansible reads, or overflows'),
  'syntax/impossible-date': error('a plain scalar looks like a date that does not exist'),
  'syntax/reserved-scalar': error('a plain `=` or `<<` stands where a value is expected'),
  'syntax/lone-surrogate': error('a string holds half of a surrogate pair'),
  'syntax/control-character': error('the text holds a raw control character'),
  'syntax/reads-differently': warning(
    'a plain scalar means something else in YAML 1.2 than it does to Ansible',
  ),

  'schema/unknown-field': error('a field is not known where it stands'),
  'schema/missing-field': error('a required field is absent'),
  'schema/wrong-type': error('a value has another type than its field takes'),
  'schema/invalid-value': error('a value is not among those its field takes'),
  'schema/invalid-name': error('a name has characters that names do not have'),
  'schema/plugin': error('`plugin:` is absent below a shebang, or names another plugin'),
  'schema/no-hosts': error('neither the inventory nor a file it includes has `hosts`'),

  'types/syntax': error('a type cannot be read'),
  'types/unknown-type': error('a type is neither built in nor declared'),
  'types/reserved-name': error('a type is declared under the name of a built-in one'),
  'types/circle': error('types contain each other in a circle'),
  'types/constraint': error(
    'a constraint is not known, is not about values of its type, or leaves no value',
  ),
  'types/declaration': error(
    'a declaration below `variables` cannot be read, or contradicts another one',
  ),
  'types/value': error('a value is not of the type that is declared for it'),
  'upstream/source': error('the `source` of an upstream is no directory with one inventory in it'),
  'upstream/broken': error('the inventory of an upstream cannot be read, or its exports cannot'),
  'upstream/cycle': error('inventories take values from each other in a circle'),
  'upstream/reference': error('a text begins like a reference, and is none'),
  'upstream/unknown-upstream': error('a reference names an upstream that is not declared'),
  'upstream/unknown-export': error('a reference names a value that the upstream does not export'),
  'upstream/unknown-field': error(
    'a reference reaches for a field, key or item that is not there, or that the type of the value does not have',
  ),
  'upstream/wrong-type': error('the type of a reference does not fit where it stands'),
  'upstream/in-text': error('a list, a map or an encrypted value stands inside a text'),
  'upstream/reserved-key': error("a map of an upstream has a key that marks Ansible's own values"),
  'upstream/template': error('text of an upstream would become part of a template'),
  'upstream/export': error(
    'an export has neither a value nor a type, or its type cannot be inferred',
  ),
  'upstream/state-mismatch': error(
    'a value in the state of an upstream does not fit the type that its export declares',
  ),
  'upstream/not-known': error(
    'a value is not known yet, and `ansible: {unknown: error}` wants it to be',
  ),
  'upstream/no-state': warning('an upstream was never applied, so its values are not known yet'),
  'upstream/unused': warning('an upstream is declared, and nothing refers to it'),

  'state/unreadable': error('a state or its lock cannot be read'),
  'state/invalid': error('a state is none: it is damaged, or something else'),
  'state/newer-format': error('a state was written by a newer version of the tool'),
  'state/settings': error(
    'a state cannot be reached as it is declared: credentials, region, bucket or service',
  ),
  'state/forbidden': error('the service of a state refuses access'),
  'state/unreachable': error(
    'the service of a state gives no answer, or none that means something',
  ),
  'state/unwritable': error('a state or its lock cannot be written'),
  'state/locked': error('somebody else holds the lock of a state'),

  'state/read-only': error('a state that only another tool writes is to be changed'),
  'state/misfit': error('a value in a state is none of the type that is declared now'),
  'state/unresolved': error('an export cannot be published, since its value waits for an upstream'),
  'state/sensitive': error(
    'a sensitive value would be kept in clear, or come from a secret into an export that is none',
  ),
  'state/unknown-export': error('an export that is named is not declared'),
  'state/set-twice': error('a value for one export is given twice'),
  'state/set-literal': error(
    'a value is given for an export whose value the inventory itself says',
  ),
  'state/set-value': error('the text of a value cannot be read as one of its type'),
  'state/set-file': error('a file of values cannot be read, or holds none'),
  'state/not-applied': error('values are asked for before they were applied'),

  'check/state': error('the `state` section names a place where no state can be'),
  'check/duplicate-definition': error('one name is defined twice'),
  'check/duplicate-host': error('two hosts have one name'),
  'check/host-range': error('a range in a host name cannot be expanded'),
  'check/unknown-tag': error('a tag is not defined'),
  'check/repeated-tag': error('a list of tags names one tag twice'),
  'check/unknown-service': error('a service is not defined'),
  'check/include-cycle': error('tags include each other in a circle'),
  'check/include-order': warning("an included tag's order is not lower than its includer's"),
  'check/service-file': error(
    'a service has both `file` and components, or its file has fields that only the declaration may have',
  ),
  'check/empty-service': error('a service has no component'),
  'check/template': error('a template has both `file` and `inline`, or neither'),
  'check/path': error('a path is not an absolute file path, or not the one that the unit demands'),
  'check/unit': error('a process does not name a `.service` unit'),
  'check/override-name': error('the name of a drop-in is no plain `*.conf` file name'),
  'check/version': error('a package version is not written in full'),
  'check/timeout': error('a timeout is no positive duration'),
  'check/unknown-component': error('a reference names no component of this service'),
  'check/repeated-reference': error('a list of references names one component twice'),
  'check/process-cycle': error('processes of a service wait for each other in a circle'),
  'check/repeated-resource': error(
    'two components of one service own the same package, path or unit',
  ),
  'check/transport-host': error('the address of a transport is not usable'),
  'check/transport-option': error('an option of a transport is no `ansible_*` variable'),
  'check/transport-and-vars': error("a transport and the host's own variables set one variable"),
  'check/marker-place': error(
    '`!replace`, `!append` or `!unset` stands outside variables or inside a list',
  ),
  'check/merge-overlap': warning(
    'maps that a merge key merges set a key differently, and versions of PyYAML differ in which one wins',
  ),
  'check/reserved-variable': error('a variable has a name that the tool or Ansible sets itself'),
  'check/ignored-variable': warning(
    'a variable has a name that Ansible reserves or that no play can see',
  ),
  'check/variable-name': warning(
    'a variable is emitted under another name, since Ansible cannot use its own',
  ),
  'check/variable-collision': error('two variables fall together under one name for Ansible'),
  'check/undeclared-variable': error('a variable is not declared, and `variables` forbids those'),
  'check/similar-variable': warning(
    'two tags set variables whose names differ by a slip of the keyboard',
  ),
  'check/group-collision': error(
    'two groups, or a group and a host, fall together under one name for Ansible',
  ),
  'check/expression': error(
    'an expression cannot be read: it is no Jinja, or uses what an inventory cannot have',
  ),
  'check/compose-name': error('a composed variable has a name that Ansible cannot use'),
  'check/keyed-group': error('a keyed group has both `default_value` and `trailing_separator`'),
  'check/reserved-group': error('a tag or a host is called like a group that Ansible makes itself'),
  'resolve/marker-no-effect': warning(
    'a `!replace`, `!append` or `!unset` has nothing below it on any host',
  ),

  'resolve/equal-order-conflict': error('two tags of one order contradict each other on a host'),
  'resolve/required-variable': error('no layer sets a variable that is required on a host'),
  'resolve/append-to-non-list': error('`!append` lands on a value that is no list'),
  'resolve/duplicate-assignment': error('a host gets one service from two tags'),
  'resolve/equal-service-order': error('two services of one host have the same order'),
  'resolve/ownership-conflict': error(
    'two services of one host own the same package, path or unit',
  ),
  'resolve/expression': error('an expression cannot be evaluated on a host'),
  'resolve/not-a-condition': warning(
    'the condition of a group is neither true nor false on some hosts, which are left out',
  ),
  'resolve/expression-skipped': warning('an expression errs on every host, and so makes nothing'),
  'resolve/condition-skipped': warning(
    'the condition of `--where` errs on some hosts, which are left out',
  ),
  'resolve/condition-not-known': warning(
    'the condition of `--where` needs values that are not known yet',
  ),
  'resolve/compose-and-transport': error('`compose` and a transport set one variable'),
  'resolve/keyed-group': error(
    'the value that names a keyed group or its parent is no text, list or map, or is empty',
  ),
  'resolve/group-collision': error(
    'an expression makes a group that belongs to a tag, a service, a host or Ansible',
  ),
  'resolve/group-cycle': error('groups that expressions make would contain each other'),
  'resolve/unknown-selection': error('a selector names nothing that exists'),

  'lint/unused-tag': hint('no host has a tag'),
  'lint/unused-service': hint('no host gets a service'),
  'lint/unused-secret-source': hint(
    'no template of a service and no variable names a secret source',
  ),
  'lint/unused-type': hint('a type is declared, and nothing is of it'),
  'lint/unused-export': hint('none of the consumers that are known refers to an export'),
  'lint/unset-variable': hint('a variable is declared, and nothing sets it'),
  'lint/value-never-wins': hint('a value is replaced on every host that gets it'),
  'lint/value-repeats': hint('a value is what the layers below give anyway, on every host'),
  'lint/similar-key': hint('a key differs by one letter from one that other layers set'),
  'lint/same-address': warning('two hosts are reached at one address and port'),
  'lint/empty-section': hint('a section or field is there and holds nothing'),
  'lint/empty-group': hint('the condition of a group holds on no host'),
  'lint/not-written': error('a file out of which something was to be taken cannot be written'),
  'lint/unused-ignore': hint('a comment silences a code that is not told at its place'),
  'lint/unknown-code': warning('a comment or `ansible.lint` names a code that it cannot change'),

  'ansible/host-pattern': error('a host pattern cannot be used'),
  'ansible/no-match': warning('a host pattern matches nothing'),
  'report/left-out': warning(
    'a host, or a part of what is known of it, has no place in a list that was asked for',
  ),
  'report/not-written': error('a result cannot be written to the file that `--output` names'),

  'import/no-ansible': error("Ansible's programs cannot be started"),
  'import/ansible-failed': error('Ansible refuses the sources, or says why'),
  'import/read-in-part': error('Ansible skips a part of a source'),
  'import/skipped-file': error('Ansible does not read a file in a folder of sources'),
  'import/vaulted-file': error('a file that is encrypted as a whole would be written in clear'),
  'import/json': error('a file is no output of an inventory script'),
  'import/name': error('a group or a host has a name that the format cannot hold'),
  'import/variable': error('a variable has a name that the format cannot hold unchanged'),
  'import/value': error('a value cannot be held unchanged'),
  'import/not-equal': error('the result differs from what Ansible says of the sources'),
  'import/not-written': error('the result cannot be written'),
  'import/alphabet': warning('only the names of two groups of one depth decide which value wins'),
  'import/unrelated-depth': warning(
    'a value wins since its group lies deeper than another, to which it is not related',
  ),
  'import/file-over-inline': warning(
    'a value wins against a more specific group, since it stands in a file of variables',
  ),
  'import/left-out': warning('a value wins on no host, so it is left out'),
  'import/own-variable': warning(
    "a value becomes a host's own variable, as no order of tags gives it",
  ),
  'import/replaced-map': warning('a map replaces another, where maps would merge by themselves'),
  'import/unread-vars-file': warning(
    'a file of variables belongs to no group and no host, so Ansible reads it for nobody',
  ),
  'import/printed-otherwise': warning(
    'Ansible prints a value otherwise than it stands in its file',
  ),
  'import/host-order': warning('no one order of hosts keeps that of every group'),
  'import/ansible-warns': warning('what Ansible warns of'),
  'import/no-hostvars': warning('the output of a script has no variables of hosts'),
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof codes;
