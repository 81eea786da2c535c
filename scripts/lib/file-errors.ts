/** The cure for each file system error, by Node's code. */
const cures: Record<string, string> = {
  ENOSPC: 'the disk is full: free some space',
  EROFS: 'the file system is read-only: use a writable folder',
  EACCES: 'permission denied: change the owner or the permissions',
  // On Windows this code also means that a program has the file open.
  EPERM:
    "it's in use, or belongs to another user: close the program that has it open, or change the permissions",
}

/** A message with the refused file and the cure. Undefined for any other error. */
export function fileErrorOf({ code = '', path, syscall }: NodeJS.ErrnoException): string | undefined {
  const cure = cures[code]
  if (cure === undefined || path === undefined || syscall === 'watch') return undefined // With `watch`, ENOSPC means too many watchers.
  return `${path}: ${cure} (${code})`
}
