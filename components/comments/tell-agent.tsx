'use client'

import { MessageSquarePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useLetterKey } from '@/components/ui/use-letter-key'
import type { LineRange } from '@/lib/text/line-range'
import { ComposerPopover } from './composer-popover'

export interface TellAgentProps {
  storeId: string
  /** the version that the lines are of */
  versionId: string
  /** those that are to be put right */
  lines: LineRange
  lineCount: number
  label: string
}

/** Asks the agents that read a memory to put lines of it right, by its key too. */
export function TellAgent({ storeId, versionId, lines, lineCount, label }: TellAgentProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const end = () => {
    setOpen(false)
    button.current?.focus()
  }
  useLetterKey('c', () => setOpen(true))
  return (
    <span className="md:relative">
      <Button
        ref={button}
        aria-keyshortcuts="c"
        aria-expanded={isOpen}
        onClick={isOpen ? end : () => setOpen(true)}
      >
        <MessageSquarePlus size={14} aria-hidden /> {label}
        <span aria-hidden className="max-lg:hidden">
          <Kbd>C</Kbd>
        </span>
      </Button>
      {isOpen ? (
        <ComposerPopover
          storeId={storeId}
          versionId={versionId}
          within={{ from: 1, to: lineCount }}
          first={lines}
          disposition="fix"
          onEnd={end}
        />
      ) : null}
    </span>
  )
}
