/** Whether a file or its URL is in an installed package. */
export const isInNodeModules = (file: string) => /(^|[\\/])node_modules[\\/]/.test(file)
