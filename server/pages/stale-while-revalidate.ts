/** Something that is kept, and how much of the memory it takes, in bytes. */
interface Made<Value> {
  value: Value
  size: number
  /** Whether it may be kept. What is not found, for one, may not: a crawler would fill the memory with it. */
  keep: boolean
}

interface Entry<Value> extends Made<Value> {
  /** In milliseconds of performance.now(). */
  expires: number
  isRefreshing: boolean
}

interface Options {
  /** In bytes. Beyond it, what was asked for least recently is made again. */
  maxSize: number
  /** Told of an error while something is made again: the old one stays. */
  onRefreshError: (error: unknown, key: string) => void
}

/**
 * Keeps what takes long to make. The first request for a key waits, and others with it; a failure is not kept. After so
 * many seconds it is made again, while requests get the old one: stale-while-revalidate of RFC 5861.
 */
export function createStaleWhileRevalidate<Value>({ maxSize, onRefreshError }: Options) {
  const entries = new Map<string, Entry<Value>>()
  const pending = new Map<string, Promise<Made<Value>>>()
  let totalSize = 0

  function remove(key: string): void {
    totalSize -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  function keep(key: string, made: Made<Value>, seconds: number): void {
    remove(key)
    if (!made.keep || made.size > maxSize) return
    entries.set(key, { ...made, expires: performance.now() + seconds * 1000, isRefreshing: false })
    totalSize += made.size
    // A Map keeps the order of insertion, so that its first key is the least recently used.
    for (const oldest of entries.keys()) {
      if (totalSize <= maxSize) return
      remove(oldest)
    }
  }

  async function makeFirst(key: string, seconds: number, make: () => Promise<Made<Value>>): Promise<Value> {
    const waiting = pending.get(key)
    if (waiting) return (await waiting).value
    const making = make()
    pending.set(key, making)
    try {
      const made = await making
      keep(key, made, seconds)
      return made.value
    } finally {
      pending.delete(key)
    }
  }

  async function refresh(
    key: string,
    entry: Entry<Value>,
    seconds: number,
    make: () => Promise<Made<Value>>,
  ) {
    entry.isRefreshing = true
    try {
      keep(key, await make(), seconds)
    } catch (error) {
      entry.isRefreshing = false
      entry.expires = performance.now() + seconds * 1000
      onRefreshError(error, key)
    }
  }

  return {
    /** What is kept under this key, stale too; undefined where nothing is. */
    kept(key: string, seconds: number, make: () => Promise<Made<Value>>): Value | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      if (!entry.isRefreshing && performance.now() >= entry.expires) refresh(key, entry, seconds, make)
      return entry.value
    },
    makeFirst,
  }
}
