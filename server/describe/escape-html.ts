/** Escapes a text for HTML and XML, in an attribute too. */
export const escapeHtml = (text: string) =>
  text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)
