/** Escapes a text for HTML and XML, even in an attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

/** Escapes JSON for a script element, so that no text in it can end the element. */
export const jsonForScript = (json: string) => json.replaceAll('<', '\\u003c')
