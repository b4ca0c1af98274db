/** Whether Ansible would see a template in a text: any of the three opening delimiters stands in it. */
export function holdsTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}
