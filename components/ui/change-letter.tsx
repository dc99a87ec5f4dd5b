export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted'

const LETTERS: Record<ChangeKind, { letter: string; look: string }> = {
  created: { letter: 'A', look: 'bg-added-line text-added' },
  modified: { letter: 'M', look: 'bg-accent-bg text-accent' },
  renamed: { letter: 'R', look: 'bg-track text-ink-2' },
  deleted: { letter: 'D', look: 'bg-danger-bg text-removed' },
}

/** Shows a change of a memory as one letter. `label` is the word for it. */
export function ChangeLetter({ kind, label }: { kind: ChangeKind; label: string }) {
  const { letter, look } = LETTERS[kind]
  return (
    <span role="img" aria-label={label} title={label} className={`change-letter ${look}`}>
      <span aria-hidden>{letter}</span>
    </span>
  )
}
