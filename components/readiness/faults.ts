/** What keeps the server's database from being used. */
export const FAULTS = [
  'disk_full',
  'read_only',
  'damaged',
  'disk_error',
  'unreachable',
  'busy',
] as const

export type Fault = (typeof FAULTS)[number]

export const isFault = (kind: string): kind is Fault => FAULTS.some((each) => each === kind)
