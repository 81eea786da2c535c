/** What to do where the file system refuses a file, by Node's code. */
const cures: Record<string, string> = {
  ENOSPC: 'the disk is full: make room on it',
  EROFS: 'the file system is read-only: work in a folder that can be written',
  EACCES: "this user may not read or write there: change the folder's owner or its rights",
  // Also of what is open, on Windows.
  EPERM: "it is in use, or not this user's: end what has it open, or change its rights",
}

/** Says which file was refused, and what to do. Undefined where an error is another one. */
export function fileErrorOf({ code = '', path, syscall }: NodeJS.ErrnoException): string | undefined {
  const cure = cures[code]
  if (cure === undefined || path === undefined || syscall === 'watch') return undefined // ENOSPC: too many watchers.
  return `${path}: ${cure} (${code})`
}
