'use client'

import { Check, Ellipsis, MessageSquare, Pencil, Undo2 } from 'lucide-react'
import { Sprite } from '@/components/ui/sprite'

const HUNK_SIGNS = {
  keep: Check,
  revert: Undo2,
  edit: Pencil,
  comment: MessageSquare,
  more: Ellipsis,
}

/** The signs of the acts on hunks, once a page. */
export function HunkSigns() {
  return <Sprite icons={HUNK_SIGNS} />
}
