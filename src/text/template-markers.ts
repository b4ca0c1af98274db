/**
 * What Ansible reads as a template, for all supported cores together (the table in `docs/ansible.md`, "What Ansible
 * reads as a template"). The only place that decides it.
 */

/** Opening delimiters stand anywhere in a text. The header, at its start only, may replace them. */
const opening = '\\{[{%#]';
const header = '#jinja2:';
/** A part of a delimiter or header at the end of a text: what is joined to it may complete it. */
const unfinished = '(?:\\{|#(?:j(?:i(?:n(?:j(?:a(?:2)?)?)?)?)?)?)$';

const template = new RegExp(`${opening}|^${header}`);
const carrier = new RegExp(`${opening}|${header}`);
const foreign = new RegExp(`${opening}|${header}|${unfinished}`);
const anyMarker = new RegExp(`${opening}|[}%#]\\}|${header}`, 'g');

/** Whether Ansible sees a template in a text as it stands. */
export function holdsTemplate(text: string): boolean {
  return template.test(text);
}

/** Whether a text starts with the header that may replace the delimiters of the template after it. */
export function startsWithHeader(text: string): boolean {
  return text.startsWith(header);
}

/** Whether a text is a template, or carries one that a play may cut out of it by `split` or `trim`. */
export function carriesTemplate(text: string): boolean {
  return carrier.test(text);
}

/**
 * Whether text that users did not write as a template has to be marked as unsafe: it carries a template, or ends within
 * a marker, which a play may complete by joining texts.
 */
export function mayBecomeTemplate(text: string): boolean {
  return foreign.test(text);
}

/** Every delimiter, opening or closing, and every header in a text, in order. */
export function templateMarkers(text: string): readonly string[] {
  return text.match(anyMarker) ?? [];
}
