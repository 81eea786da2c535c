/** The file in build/ with the HTML of a page from shared/site/content/. */
export const htmlFileOf = (id: string) => `content/${id}.html`
