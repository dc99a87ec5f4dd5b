/** Faults that make the server's database unusable. */
export const FAULTS = [
  'disk_full',
  'read_only',
  'damaged',
  'disk_error',
  'file_gone',
  'unreachable',
  'outcome_unknown',
  'busy',
] as const

export type Fault = (typeof FAULTS)[number]

export const isFault = (kind: string): kind is Fault => FAULTS.some((each) => each === kind)
