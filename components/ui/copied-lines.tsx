import { CopyButton } from './copy-button'

export interface CopiedLinesProps {
  text: string
  /** name of the lines, for people who do not see them */
  label: string
}

/** Lines to be copied as they are. */
export function CopiedLines({ text, label }: CopiedLinesProps) {
  return (
    <div className="flex items-start gap-2 rounded-control bg-well py-1 pr-1 pl-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <pre
        tabIndex={0}
        aria-label={label}
        className="min-w-0 flex-1 py-1 font-mono text-code wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
