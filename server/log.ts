import { type Logger, pino } from 'pino'

export type { Logger }

/** One JSON line an event on stdout, with an ISO time and without host name and pid: the container adds what it knows. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
