/**
 * Texts that an upstream could hold to run commands on the machine that runs a play. Each would leave a file with its
 * name in the folder `ran`.
 */
import { join } from 'node:path';

/** `{{ … }}` of other delimiters, with the header that says so. */
function underHeader(options: string, body: string): string {
  return `#jinja2:${options}\n${body}`;
}

/** Name → text. */
export function hostileTexts(ran: string): ReadonlyMap<string, string> {
  const square = " variable_start_string: '[%', variable_end_string: '%]'";
  const shapes: readonly (readonly [string, (run: string) => string])[] = [
    ['delimiters', (run) => `{{ ${run} }}`],
    ['within_text', (run) => `before {{ ${run} }} after`],
    ['trimmed', (run) => `{{- ${run} -}}`],
    ['without_blanks', (run) => `{{${run}}}`],
    ['on_lines', (run) => `{{\n${run}\n}}`],
    ['statement', (run) => `{% set x = ${run} %}`],
    ['statement_with_signs', (run) => `{%- if ${run} +%}x{%+ endif -%}`],
    ['statement_loop', (run) => `{% for x in [${run}] %}{{ x }}{% endfor %}`],
    ['macro', (run) => `{% macro m() %}{{ ${run} }}{% endmacro %}{{ m() }}`],
    ['behind_comment', (run) => `{# c #}{{ ${run} }}`],
    ['comment', (run) => `{# ${run} #}`],
    ['raw', (run) => `{% raw %}{{ ${run} }}{% endraw %}`],
    ['twice', (run) => `{{ '{{' }} ${run} {{ '}}' }}`],
    ['json', (run) => `{"a": "{{ ${run} }}"}`],
    ['python', (run) => `[{{ ${run} }}]`],
    ['behind_text', (run) => `é\t{{ ${run} }}\n\n`],
    ['dollar', (run) => `\${x.y} $\${{{ ${run} }}}`],
    ['opened', () => 'x {{'],
    ['opened_statement', () => '{% x'],
    ['opened_comment', () => 'x {# y'],
    ['header', (run) => underHeader(square, `[% ${run} %]`)],
    ['header_without_blanks', (run) => underHeader(square.replaceAll(' ', ''), `[% ${run} %]`)],
    ['header_one', (run) => underHeader(" variable_start_string: '[%'", `[% ${run} }}`)],
    ['header_letters', (run) => underHeader(" variable_start_string: 'run'", `run ${run} }}`)],
    ['header_statement', (run) => underHeader(" block_start_string: '<%'", `<% set x = ${run} %}`)],
    ['header_lines', (run) => underHeader(" line_statement_prefix: '@'", `@ set x = ${run}\nx`)],
    [
      'header_comment',
      (run) =>
        underHeader(" comment_start_string: '{{', variable_start_string: '<<'", `<< ${run} }}`),
    ],
    ['header_and_delimiters', (run) => underHeader(square, `{{ 1 }}[% ${run} %]`)],
    ['header_trim', (run) => underHeader(' trim_blocks: False', `{{ ${run} }}`)],
    ['header_alone', () => '#jinja2:'],
    ['header_broken', () => '#jinja2: nonsense\nx'],
    [
      'header_of_one_line',
      (run) => `#jinja2: variable_start_string: '[% ${run.replaceAll("'", '"')} }}'`,
    ],
    ['header_carriage', (run) => underHeader(`${square}\r`, `[% ${run} %]`)],
    ['behind_blank', (run) => ` ${underHeader(square, `[% ${run} %]`)}`],
    ['behind_line', (run) => `\n${underHeader(square, `[% ${run} %]`)}`],
    ['behind_mark', (run) => `\ufeff${underHeader(square, `[% ${run} %]`)}`],
    ['in_pieces', (run) => `a|${underHeader(" variable_start_string: '[%'", `[% ${run} }}`)}|b`],
    ['brace', () => '{'],
    ['after_brace', (run) => `{ ${run} }}`],
    ['after_percent', (run) => `% set x = ${run} %}`],
    ['half_header', () => '#jin'],
    ['after_half_header', (run) => underHeader(square, `[% ${run} %]`).slice('#jin'.length)],
    ['nothing', () => ''],
  ];
  return new Map(
    shapes.map(([name, text]) => [name, text(`lookup('pipe', 'touch ${join(ran, name)}')`)]),
  );
}

/** Texts that are hostile only once they are joined: name → the text with references to the upstream `network`. */
export const joinedTexts: Readonly<Record<string, string>> = {
  joined_braces: '${network.brace}${network.after_brace}',
  joined_to_brace: '{${network.after_brace}',
  joined_around_nothing: '{${network.nothing}${network.after_brace}',
  joined_statement: '${network.brace}${network.nothing}${network.after_percent}',
  joined_to_percent: '{${network.after_percent}',
  joined_header: '${network.half_header}${network.after_half_header}',
  joined_to_header: '#jin${network.after_half_header}',
  joined_behind_nothing: '${network.nothing}#jin${network.after_half_header}',
  joined_whole: 'a ${network.delimiters} b',
  joined_under_header: '${network.header_alone}${network.within_text}',
};

/** The same by expressions on the host's variables: name → expression. */
export const composedTexts: Readonly<Record<string, string>> = {
  composed: 'header',
  composed_braces: 'brace ~ after_brace',
  composed_literal: "'{' ~ after_brace",
  composed_pieces: "'{' ~ '{ ' ~ delimiters[3:-3] ~ ' }' ~ '}'",
  composed_header: "'#jin' ~ after_half_header",
  composed_trim: 'behind_blank | trim',
  composed_split: "in_pieces.split('|')",
  composed_join: '[brace, after_brace] | join',
  composed_map: "{'a': [brace ~ after_brace], 'b': {'c': header}}",
  composed_format: "'%s%s' | format(brace, after_brace)",
  composed_replace: "'<' ~ after_brace | replace('<', '{')",
};
