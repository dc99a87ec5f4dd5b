'use client'

import { useState } from 'react'
import { useWarningOnLeave } from '@/components/ui/use-warning-on-leave'
import type { Draft } from '@/components/proposals/text-form'

/**
 * The kind of a text: one in place of a hunk's lines, or the message to an agent that is denied.
 */
export type WritingForm = 'text' | 'denial'

/** A text about a hunk, from the opening of its form until the server has it. */
export interface Writing {
  hunkId: string
  form: WritingForm
  /** `overtaken`: somebody else answered, and it is only kept */
  state: 'open' | 'sent' | 'overtaken'
  /** reason of the server's refusal; null: there was none */
  why: string | null
}

export interface Writings {
  all: readonly Writing[]
  writingOf: (hunkId: string, form: WritingForm) => Writing | undefined
  open: (hunkId: string, form: WritingForm) => void
  end: (hunkId: string, form: WritingForm) => void
  overtake: (hunkId: string) => void
  /**
   * Puts what is written about hunks out of sight until the outcome, which is why it was refused or
   * null, and then away or back; whether anything was written.
   */
  send: (hunkIds: readonly string[], outcome: Promise<string | null>) => boolean
  /** the text typed so far; null: none */
  draftOf: (hunkId: string, form: WritingForm) => Draft | null
  keepDraft: (hunkId: string, form: WritingForm, draft: Draft) => void
}

/**
 * The texts that a person writes about the hunks of a changeset. One is dropped when the server has
 * recorded it, or they drop it: not when it is refused, when another hunk is decided, or when the
 * page comes anew without its hunk. `editing`: the hunk whose text is written from the beginning.
 */
export function useWritings(editing?: string): Writings {
  const [all, setAll] = useState<readonly Writing[]>(
    editing === undefined ? [] : [{ hunkId: editing, form: 'text', state: 'open', why: null }],
  )
  // Not rendered from while it is typed: that would render every hunk at each key.
  const [drafts] = useState(() => new Map<string, Draft>())
  useWarningOnLeave(all.some(({ state, why }) => state === 'sent' || why !== null))
  const find = (hunkId: string, form: WritingForm) =>
    all.find((each) => each.hunkId === hunkId && each.form === form)
  return {
    all,
    writingOf: find,
    open: (hunkId, form) => {
      if (find(hunkId, form)) return
      drafts.delete(nameOf(hunkId, form))
      setAll((known) => [...known, { hunkId, form, state: 'open', why: null }])
    },
    end: (hunkId, form) => {
      drafts.delete(nameOf(hunkId, form))
      setAll((known) => known.filter((each) => each.hunkId !== hunkId || each.form !== form))
    },
    overtake: (hunkId) =>
      setAll((known) =>
        known.map((each) => (each.hunkId === hunkId ? { ...each, state: 'overtaken' } : each)),
      ),
    send: (hunkIds, outcome) => {
      const isAbout = ({ hunkId }: Writing) => hunkIds.includes(hunkId)
      setAll((known) =>
        known.map((each) => (isAbout(each) ? { ...each, state: 'sent', why: null } : each)),
      )
      void outcome.then((why) =>
        setAll((known) =>
          known.flatMap((each) => {
            if (!isAbout(each) || each.state !== 'sent') return [each]
            return why === null ? [] : [{ ...each, state: 'open', why }]
          }),
        ),
      )
      return all.some(isAbout)
    },
    draftOf: (hunkId, form) => drafts.get(nameOf(hunkId, form)) ?? null,
    keepDraft: (hunkId, form, draft) => drafts.set(nameOf(hunkId, form), draft),
  }
}

const nameOf = (hunkId: string, form: WritingForm) => `${form} ${hunkId}`
