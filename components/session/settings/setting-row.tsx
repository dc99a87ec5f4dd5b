'use client'

import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface SettingRowProps {
  Icon: LucideIcon
  /** name of the setting */
  title: string
  /** its value, as the rest of a sentence; the part that can change is in `settingValue` */
  sentence: ReactNode
  children: ReactNode
}

/** A setting, folded to a sentence; it unfolds where a field is refused. */
export function SettingRow({ Icon, title, sentence, children }: SettingRowProps) {
  return (
    <details
      className="group/row border-t border-line"
      onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-3 px-1 py-1 hover:bg-hover max-md:flex-wrap max-md:gap-y-0 max-md:py-2">
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
        <span className="w-44 shrink-0 text-ink-2 max-md:w-auto max-md:flex-1">{title}</span>
        <span className="min-w-0 flex-1 max-md:order-last max-md:basis-full max-md:pl-7">
          {sentence}
        </span>
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-(--m-1) group-open/row:rotate-90"
        />
      </summary>
      <div className="space-y-3 pt-1 pb-4 pl-7">{children}</div>
    </details>
  )
}

/** Renders the changeable value within a setting's sentence. */
export const settingValue = {
  v: (value: ReactNode) => (
    <b className="font-medium underline decoration-dotted decoration-line-2 underline-offset-4">
      {value}
    </b>
  ),
}
