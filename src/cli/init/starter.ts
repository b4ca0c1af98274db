/** The files that `init` writes: a small inventory that teaches the format, Ansible's settings for it, and what git leaves out. */

export const starterInventory = `#!/usr/bin/env inventory-script
# An inventory for Ansible: hosts, and the tags that give them variables and services.
#
#   ./inventory.yaml validate                    is everything right?
#   ./inventory.yaml explain gena                where does each value come from?
#   ansible-inventory -i inventory.yaml --graph  what does Ansible see?
#
# Ansible starts this file through its first line. The next line keeps Ansible's other readers off it.
plugin: inventory-script

# Variables of every host: the weakest layer.
vars:
  timezone: UTC

# A tag is a group of hosts with variables. Where two tags of a host set one variable, the higher \`order\` wins;
# lists and scalars are replaced, maps are merged. Two tags of one order that disagree are an error.
tags:
  base:
    order: 0
    description: what every server of ours has
    vars:
      ntp:
        servers: [ntp.example.org]
        drift_file: /var/lib/ntp/drift

  home:
    order: 10
    includes: [base]            # a host with the tag \`home\` has \`base\`, too
    description: the flat in town
    vars:
      timezone: Europe/Berlin
      ntp:
        servers: [192.0.2.1]    # replaces the list of \`base\`; \`drift_file\` stays
        # servers: !append [192.0.2.1]   would add to it instead

  office:
    order: 10
    includes: [base]
    description: the rack in the office

hosts:
  - name: gena
    tags: [home]
    transport: {type: local}    # this machine itself

  - name: lanst
    tags: [office]
    transport: {type: ssh, host: 192.0.2.7, user: admin}
    vars:
      rack: a3                  # a host's own variables are the strongest layer

  # Many hosts of one kind: web01.example.org to web12.example.org.
  # - name: web[01:12].example.org
  #   tags: [office]

# A service is what a tag's hosts should run: packages, configuration files and systemd units. Ansible gets a group
# \`service_web\` with its hosts, and the definition as a variable. A tag assigns it: \`services: {web: {}}\`.
#
# services:
#   web:
#     order: 20                 # services of a host run in this order
#     binaries:
#       package: {type: deb, package: nginx}
#     configs:
#       main:
#         path: /etc/nginx/nginx.conf
#         mode: "0644"          # quoted: 0644 without quotes is the number 420
#         template: {file: templates/nginx.conf.j2}
#     processes:
#       web:
#         type: systemd
#         unit: nginx.service
#         reload_on: [config.main]
`;

export const starterConfig = `[inventory]
# A failing inventory stops the play. By default Ansible only warns, and runs on no hosts.
any_unparsed_is_failed = true
`;

export const starterIgnore = `# What Ansible leaves behind.
*.retry
.ansible/
# Passwords of vaults.
.vault-password
.vault_pass*
# What programs leave beside a file that they write.
*.lock
*~
`;
