'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl'

export interface PathFilterProps {
  /** path prefix; '' for all */
  path: string
  /** the other parts of the filter */
  others: readonly { name: string; value: string }[]
}

/** Delay after a keystroke before filtering. */
const DEBOUNCE_MS = 200

/** Narrows the log to paths as they are typed; without a script it is a plain form. */
export function PathFilter({ path, others }: PathFilterProps) {
  const t = useTranslations('Log')
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, startTransition] = useTransition()
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (form: HTMLFormElement) => {
    const address = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') address.set(name, value)
    }
    startTransition(() => router.replace(`/log?${address}`, { scroll: false }))
  }
  return (
    <form
      action="/log"
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault()
        clearTimeout(timer.current)
        ask(event.currentTarget)
      }}
      onChange={(event) => {
        const form = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(() => ask(form), DEBOUNCE_MS)
      }}
    >
      {others.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      <input
        type="search"
        name="path"
        aria-label={t('path')}
        placeholder={t('pathHint')}
        defaultValue={path}
        autoComplete="off"
        spellCheck={false}
        className="h-7 w-52 rounded-control bg-sheet px-2 font-mono text-xs shadow-[inset_0_0_0_1px_var(--control)] placeholder:font-sans placeholder:text-ink-3 max-md:h-9"
      />
    </form>
  )
}
