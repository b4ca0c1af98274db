/** Whether a text is the URL of a web service: without a user, a query or a fragment in it. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    username === '' &&
    search === '' &&
    hash === ''
  );
}
