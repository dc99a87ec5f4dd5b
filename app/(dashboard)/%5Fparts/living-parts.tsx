'use client'

import { Copy, Ellipsis, Eraser } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { SegmentedChoice } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useToast } from '@/components/ui/toast'

const WRITING = [
  { value: 'ask', label: 'Ask me each time', note: 'Each write waits, with its diff' },
  { value: 'write', label: 'Write at once', note: 'You review afterwards' },
  { value: 'read', label: 'Only read', note: 'Writes are refused' },
] as const

type Writing = (typeof WRITING)[number]['value']

const LOOKS = ['primary', 'secondary', 'quiet', 'quiet-danger', 'danger'] as const

/** Buttons of every rank: at rest, busy, off, small, with a key. */
export function ButtonRanks() {
  return LOOKS.map((look) => (
    <div key={look} className="flex flex-wrap items-center gap-2">
      <span className="w-24 text-xs text-ink-3">{look}</span>
      <Button variant={look}>Restore…</Button>
      <Button variant={look} isBusy>
        Restoring…
      </Button>
      <Button variant={look} disabled>
        Off
      </Button>
      <Button variant={look} size="small">
        Small
      </Button>
      <Button variant={look}>
        Save <Kbd>⌘S</Kbd>
      </Button>
    </div>
  ))
}

/** The parts that answer to whoever uses them. */
export function LivingParts() {
  const show = useToast()
  const [isOn, setOn] = useState(true)
  const [isOpen, setOpen] = useState(false)
  const [writing, setWriting] = useState<Writing>('ask')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Switch isOn={isOn} onChange={setOn}>
          Blame
        </Switch>
        <Menu label="More" button={<Ellipsis size={16} aria-hidden />}>
          <MenuLink href="#compare">Compare with now</MenuLink>
          <MenuButton Icon={Copy} stroke="⌘L" onSelect={() => show({ text: 'Link copied' })}>
            Copy link
          </MenuButton>
          <MenuRule />
          <MenuButton Icon={Eraser} isDanger onSelect={() => setOpen(true)}>
            Redact…
          </MenuButton>
        </Menu>
        <Button onClick={() => show({ text: 'Deleted 4 memories', undo: () => undefined })}>
          Show a toast
        </Button>
      </div>
      <SegmentedChoice
        name="part-writing"
        legend="Writing"
        choices={WRITING.map(({ value, label }) => ({ value, label }))}
        value={writing}
        onChoose={setWriting}
      />
      <Select label="Writing" options={WRITING} value={writing} onChoose={setWriting} />
      <Dialog
        title="Redact this text?"
        description="It goes from 12 versions of 3 memories. This cannot be undone."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" onClick={() => setOpen(false)}>
            Redact 12 versions
          </Button>
        </div>
      </Dialog>
    </>
  )
}
