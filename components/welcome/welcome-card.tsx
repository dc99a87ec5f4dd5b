import { FolderUp, Sprout } from 'lucide-react'
import type { ReactNode } from 'react'

const ICONS = { sample: Sprout, own: FolderUp } as const

export interface WelcomeCardProps {
  kind: keyof typeof ICONS
  title: string
  about: string
  /** its act */
  children: ReactNode
}

/** One of the further ways to a first memory. */
export function WelcomeCard({ kind, title, about, children }: WelcomeCardProps) {
  const Icon = ICONS[kind]
  return (
    <section className="flex gap-4 rounded-dialog p-4 shadow-[0_0_0_1px_var(--line-2)]">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <h2 className="text-talk font-semibold">{title}</h2>
        <p className="mb-3 text-ink-2">{about}</p>
        {children}
      </div>
    </section>
  )
}
