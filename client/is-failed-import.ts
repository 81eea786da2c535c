/**
 * Whether an error says that `import()` couldn't fetch its file. Chrome and Firefox name an "imported module", Safari "Importing
 * a module".
 */
export const isFailedImport = (error: unknown): boolean =>
  /imported module|importing a module/i.test(String(error))
