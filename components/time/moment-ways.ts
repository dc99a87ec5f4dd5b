/** The ways in which a person can name a moment in a form. */
export const WAYS = ['moment', 'time', 'change'] as const

export type Way = (typeof WAYS)[number]

/** A moment's form fields: one tells which way counts, and each way has its own. */
export function fieldNames(end: 'from' | 'to'): Record<Way | 'by', string> {
  return { by: `${end}By`, moment: `${end}Moment`, time: `${end}Time`, change: `${end}Change` }
}

/** A time in UTC for a `datetime-local` field, to the second. */
export function timeFieldText(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, '')
}
