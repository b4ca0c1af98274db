"""Runs Ansible's programs, each in a fork of a process that has loaded them: many runs for the start-up time of one.

Listens on the Unix socket that is named. A request is one line of JSON, {"program", "args", "cwd", "env"}, the answer
one with {"exitCode", "stdout", "stderr"}. Settings that Ansible reads when it is loaded are those of this process.

Ansible walks nested groups in the order of a set, which is that of addresses in memory: here it is that of names, so that
every run lists the hosts of nested groups in one order.
"""
import json
import os
import signal
import socket
import sys
import tempfile
import traceback

import ansible.cli.adhoc
import ansible.cli.config
import ansible.cli.inventory
from ansible.inventory.group import Group

Group.__hash__ = lambda self: hash(self.name)

PROGRAMS = {
    'ansible': ansible.cli.adhoc.main,
    'ansible-config': ansible.cli.config.main,
    'ansible-inventory': ansible.cli.inventory.main,
}


def run(request):
    os.chdir(request['cwd'])
    os.environ.clear()
    os.environ.update(request['env'])
    sys.argv = [request['program'], *request['args']]
    try:
        PROGRAMS[request['program']](sys.argv)
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        return 250


def answer(connection):
    request = json.loads(connection.makefile('r', encoding='utf-8').readline())
    files = [tempfile.TemporaryFile() for _ in range(2)]
    saved = os.dup(2)
    for number, file in enumerate(files, 1):
        os.dup2(file.fileno(), number)
    code = run(request)
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(saved, 2)
    texts = []
    for file in files:
        file.seek(0)
        texts.append(file.read().decode('utf-8', 'replace'))
    reply = {'exitCode': code, 'stdout': texts[0], 'stderr': texts[1]}
    connection.sendall(json.dumps(reply).encode() + b'\n')
    connection.close()


def main():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen(64)
    print('ready', flush=True)
    while True:
        connection, _ = server.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            try:
                answer(connection)
            finally:
                os._exit(0)
        connection.close()


main()
