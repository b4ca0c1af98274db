"""Stacks constructed configurations, each alone, on one inventory script, as ansible-inventory does: paths as JSON on
stdin ({"base": ..., "configs": [...]}); on stdout a JSON list of {"groups", "hostvars"} or {"error"}."""
import json
import sys

from ansible import constants as C
from ansible.inventory.manager import InventoryManager
from ansible.parsing.dataloader import DataLoader
from ansible.plugins import loader as plugins

if hasattr(plugins, 'init_plugin_loader'):
    plugins.init_plugin_loader()


def described(base, config):
    try:
        manager = InventoryManager(loader=DataLoader(), sources=[base, config])
    except Exception as error:
        return {'error': str(error)}
    groups = {
        name: {'hosts': sorted(host.name for host in group.hosts), 'children': sorted(child.name for child in group.child_groups)}
        for name, group in manager.groups.items()
    }
    added = ('inventory_file', 'inventory_dir')
    hostvars = {name: {key: value for key, value in host.vars.items() if key not in added} for name, host in manager.hosts.items()}
    return {'groups': groups, 'hostvars': hostvars}


C.INVENTORY_ANY_UNPARSED_IS_FAILED = True
asked = json.load(sys.stdin)
json.dump([described(asked['base'], config) for config in asked['configs']], sys.stdout, default=lambda value: {'opaque': type(value).__name__})
