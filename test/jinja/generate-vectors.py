#!/usr/bin/env python3
"""Makes vectors.json from expressions.txt with the real Ansible.

    python3.11 -m venv /tmp/old && /tmp/old/bin/pip install ansible-core==2.14.18 netaddr
    python3.13 -m venv /tmp/new && /tmp/new/bin/pip install ansible-core netaddr
    /tmp/new/bin/ansible-galaxy collection install -p /tmp/collections ansible.utils ansible.netcommon
    ANSIBLE_COLLECTIONS_PATH=/tmp/collections python3 generate-vectors.py /tmp/old/bin/python /tmp/new/bin/python

Each expression is evaluated as Constructable._compose does it: Templar.evaluate_expression since 2.19, before that
Templar.template of the expression between braces. Lines of expressions.txt: `# …` is a section, `~ …` an expression
whose list has no order of its own (Ansible uses Python sets), `{{`, `{%` or `{#` anywhere makes the line a template.
`\\n` in a template line is a newline.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

VARIABLES = {
    'name': 'web-01', 'n': 3, 'empty': '', 'l': [1, 2, 3], 'd': {'a': 1, 'b': 2},
    'tags': [{'key': 'env', 'value': 'prod'}, {'key': 'role', 'value': 'db'}],
    'f': 1.5, 'yes_bool': True, 'nothing': None, 'zero': 0, 'words': ['b', 'A', 'c', 'a', 'B'],
    'text': 'The quick brown fox jumps over the lazy dog', 'lines': 'one\ntwo\n\nthree',
    'accent': 'Straße ÉCOLE', 'emoji': 'a\U0001F600b', 'html': '<b class="x">Tom & Jerry\'s</b>',
    'people': [{'name': 'Ann', 'age': 30, 'city': {'zip': '1'}}, {'name': 'bob', 'age': 25, 'city': {'zip': '2'}},
               {'name': 'Cid', 'age': 30}],
    'deep': {'list': [{'x': [10, 20]}, {'x': [30]}], 'items': 'key called items', 'map': {'k': {'v': 'end'}}},
    'templated': '{{ name }}-x', 'templated_number': '{{ n + 1 }}', 'templated_list': '{{ l }}',
    'templated_undefined': '{{ nope }}', 'templated_error': '{{ 1 / 0 }}',
    'loop_a': '{{ loop_b }}', 'loop_b': '{{ loop_a }}',
    'holder': {'self': '{{ holder.other }}', 'other': 'reached', 'bad': '{{ nope }}', 'parts': ['{{ name }}', 'x']},
    'if_template': "{% if n > 2 %}big{% else %}small{% endif %}",
    'users': [{'name': 'alice', 'groups': ['wheel', 'dev'], 'mysql': {'hosts': ['%', 'localhost']}},
              {'name': 'bob', 'groups': ['dev']}],
    'big': 12345678901234567890123, 'url': 'http://user:pw@www.acme.com:9000/dir/index.html?query=term#fragment',
    'version': '2.10.3', 'json_text': '{"a": [1, 2.0, null, true], "b": "x"}',
    'm': {'o': None, 'p': {'q': None}, 'e': '', 'z': 0, 'f': False, 't': 'x'},
    'holes': [None, 1, None, 2], 'gaps': ['b', None, 'A'], 'only_null': [None],
    'rows': [{'name': 'a', 'v': None, 'w': 1}, {'name': 'b', 'w': None}, {'name': None, 'v': 2, 'w': 3}],
    'pairs': [['k', 1], ['none', None]], 'nulls': {'a': None, 'b': 1}, 'template_null': '{{ m.o }}', 'template_none': '{{ none }}',
}


def tag(value):
    if value is None or isinstance(value, (bool, str)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int):
        return {'int': str(int(value))}
    if isinstance(value, float):
        return {'float': repr(float(value))}
    if isinstance(value, (list, tuple)):
        return {'list': [tag(each) for each in value]}
    if isinstance(value, dict):
        return {'dict': [[tag(key), tag(each)] for key, each in value.items()]}
    if type(value).__name__ in ('datetime', 'date', '_AnsibleTaggedDateTime'):
        return value.isoformat()
    return {'other': type(value).__name__, 'text': str(value)}


def is_template(line):
    return '{{' in line or '{%' in line or '{#' in line


def kind_of(error):
    name = type(error).__name__
    text = str(error)
    if 'Undefined' in name:
        return 'undefined'
    if 'Syntax' in name or 'template error while templating string' in text:
        return 'syntax'
    return 'error'


def evaluate_all(lines):
    from ansible.parsing.dataloader import DataLoader
    from ansible.release import __version__
    from ansible.template import Templar
    try:
        from ansible.plugins.loader import init_plugin_loader
        init_plugin_loader([])
    except ImportError:
        pass
    templar = Templar(loader=DataLoader())
    native = hasattr(templar, 'evaluate_expression')
    trust = (lambda text: text)
    if native:
        from ansible.template import trust_as_template as trust

    def trusted(value):
        if isinstance(value, str):
            return trust(value)
        if isinstance(value, list):
            return [trusted(each) for each in value]
        if isinstance(value, dict):
            return {key: trusted(each) for key, each in value.items()}
        return value

    templar.available_variables = trusted(VARIABLES)
    results = []
    for line in lines:
        template = is_template(line)
        source = line.replace('\\n', '\n') if template else line
        try:
            if template:
                value = templar.template(trust(source))
            elif native:
                value = templar.evaluate_expression(trust(source))
            else:
                value = templar.template('{{%s}}' % source, disable_lookups=True)
            results.append({'value': tag(value), 'text': str(value)})
        except Exception as error:
            if type(error).__name__ == 'AnsibleValueOmittedError' or '__omit_place_holder__' in str(error):
                results.append({'omit': True})
            else:
                results.append({'error': kind_of(error), 'message': ' '.join(str(error).split())[:200]})
    json.dump({'version': __version__, 'variables': tag(VARIABLES), 'results': results}, sys.stdout)


def run(python, lines):
    environment = dict(os.environ, PYTHONHASHSEED='0', ANSIBLE_DEPRECATION_WARNINGS='0', ANSIBLE_LOCALHOST_WARNING='0',
                       PYTHONWARNINGS='ignore', TZ='UTC', ANSIBLE_DEVEL_WARNING='0')
    done = subprocess.run([python, __file__, '--evaluate'], input=json.dumps(lines), capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def main():
    if sys.argv[1:] == ['--evaluate']:
        evaluate_all(json.load(sys.stdin))
        return
    old_python, new_python = sys.argv[1:]
    section, entries, seen = '', [], set()
    for line in open(os.path.join(HERE, 'expressions.txt'), encoding='utf-8'):
        line = line.rstrip('\n')
        if line.startswith('# '):
            section = line[2:]
        elif line.strip():
            unordered = line.startswith('~ ')
            expression = line[2:] if unordered else line
            if expression in seen:
                sys.exit('repeated: ' + expression)
            seen.add(expression)
            entries.append((section, expression, unordered))
    lines = [expression for _, expression, _ in entries]
    old, new = run(old_python, lines), run(new_python, lines)
    vectors = []
    for (section, expression, unordered), before, after in zip(entries, old['results'], new['results']):
        vector = {'section': section, 'expression': expression}
        if unordered:
            vector['unordered'] = True
        vector.update({key: each for key, each in after.items() if key != 'text'})
        same = before.get('text') == after.get('text') and ('error' in before) == ('error' in after) and ('omit' in before) == ('omit' in after)
        if not same and not unordered:
            vector['older'] = {key: each for key, each in before.items() if key != 'text'}
        vectors.append(vector)
    note = ('`older` is what the older core gives where its text differs: up to 2.18 a result is text (`1 + 1` is "2"), '
            'None is "", backslashes in strings are literal, an undefined value inside a filter chain errs at once')
    head = {'note': note, 'cores': [old['version'], new['version']], 'variables': tag(VARIABLES)}
    with open(os.path.join(HERE, 'vectors.json'), 'w', encoding='utf-8') as out:
        out.write('{\n')
        for key, each in head.items():
            out.write(' %s: %s,\n' % (json.dumps(key), json.dumps(each, ensure_ascii=False)))
        out.write(' "vectors": [\n  ')
        out.write(',\n  '.join(json.dumps(vector, ensure_ascii=False) for vector in vectors))
        out.write('\n ]\n}\n')
    print('%d vectors, %d differ on %s' % (len(vectors), sum('older' in each for each in vectors), old['version']))


main()
