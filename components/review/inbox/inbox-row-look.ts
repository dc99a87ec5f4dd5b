import { classNames } from '@/components/ui/class-names'

/** The look of a row of the inbox; the chosen one stands out where something is beside the list. */
export const inboxRowLook = (isChosen: boolean): string =>
  classNames(
    'relative flex gap-3 border-b border-line px-4 py-2.5',
    isChosen ? 'lg:bg-selected lg:shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
  )
