/** The folders with the code of the site and the engine. */
export const FOLDERS = ['client', 'features', 'shared', 'server']

/** The same as part of a regular expression. */
export const ANY_FOLDER = `(?:${FOLDERS.join('|')})`
