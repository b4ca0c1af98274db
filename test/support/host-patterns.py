"""What Ansible takes for host patterns: {"inventory", "cases": [{"pattern", "limit"?}]} on standard input, and for each case
the hosts, the warnings, and whether it refuses, on standard output. One run for all of them."""
import json
import sys

from ansible.inventory import manager
from ansible.inventory.group import Group
from ansible.inventory.manager import InventoryManager
from ansible.parsing.dataloader import DataLoader

# The order of groups three levels down is that of addresses in memory: here it is that of names.
Group.__hash__ = lambda self: hash(self.name)
warnings = []
manager.display.warning = lambda message, *_, **__: warnings.append(str(message))

request = json.load(sys.stdin)
inventory = InventoryManager(DataLoader(), sources=[request['inventory']])
answers = []
for case in request['cases']:
    warnings.clear()
    inventory.clear_caches()
    inventory.clear_pattern_cache()
    inventory.subset(None)
    try:
        inventory.subset(case.get('limit'))
        hosts = [str(host) for host in inventory.get_hosts(case['pattern'])]
        answers.append({'hosts': hosts, 'warnings': list(warnings), 'refused': False})
    except Exception as error:
        answers.append({'hosts': [], 'warnings': [], 'refused': True, 'why': str(error)})
json.dump(answers, sys.stdout)
