/** The folders whose code a browser runs. */
const OF_BROWSER = ['client', 'features', 'shared']

/** The folders with the code of the site and the engine. */
export const FOLDERS = [...OF_BROWSER, 'server']

// The same as parts of regular expressions:
export const ANY_FOLDER_OF_BROWSER = `(?:${OF_BROWSER.join('|')})`
export const ANY_FOLDER = `(?:${FOLDERS.join('|')})`
