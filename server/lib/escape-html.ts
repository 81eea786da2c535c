/** Escapes a text for HTML and XML, in an attribute too. */
export const escapeHtml = (text: string) =>
  text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

/** JSON as it may stand in a script element, which no text in it ends. */
export const jsonForScript = (json: string) => json.replaceAll('<', '\\u003c')
