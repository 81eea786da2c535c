/** The cure for each file system error, by Node's code. */
const cures: Record<string, string> = {
  ENOSPC: 'the disk is full: make room on it',
  EROFS: 'the file system is read-only: work in a folder that can be written',
  EACCES: "this user may not read or write there: change the folder's owner or its rights",
  // On Windows this code also means that a program has the file open.
  EPERM: "it is in use, or not this user's: end what has it open, or change its rights",
}

/** A message with the refused file and the cure. Undefined for any other error. */
export function fileErrorOf({ code = '', path, syscall }: NodeJS.ErrnoException): string | undefined {
  const cure = cures[code]
  if (cure === undefined || path === undefined || syscall === 'watch') return undefined // With `watch`, ENOSPC means too many watchers.
  return `${path}: ${cure} (${code})`
}
