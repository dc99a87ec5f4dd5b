import { classNames } from '@/components/ui/class-names'

/** More answers than these are only counted. */
const MAX_MARKS = 12

/** One mark an answer: full where the check held, hollow where not. Neither is good or bad. */
export function SampleMarks({ share: { held, of } }: { share: { held: number; of: number } }) {
  if (of > MAX_MARKS) return null
  return (
    <span aria-hidden className="flex gap-0.5 forced-color-adjust-none">
      {Array.from({ length: of }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'h-3.5 w-2 rounded-[3px] border border-ink-2',
            index < held && 'bg-ink-2',
          )}
        />
      ))}
    </span>
  )
}
