/** The ways in which a form lets a person name a moment. */
export const WAYS = ['moment', 'time', 'change'] as const

export type Way = (typeof WAYS)[number]

/** The form's fields of a moment: one says which way counts, and each way has its own. */
export function fieldNames(end: 'from' | 'to'): Record<Way | 'by', string> {
  return { by: `${end}By`, moment: `${end}Moment`, time: `${end}Time`, change: `${end}Change` }
}

/** A time of UTC as a `datetime-local` field has it, to the second. */
export function timeFieldText(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, '')
}
