import { Bell, Inbox, Pause, RotateCcw } from 'lucide-react'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { ActorMark } from '@/components/ui/actor-mark'
import { Amount, AmountBar } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedLinks } from '@/components/ui/segmented'
import { SkeletonRows } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { isDevelopment } from '@/lib/settings'
import type { ActorMark as ActorMarkLook } from '@/lib/store/model/actor-mark'
import { ButtonRanks, LivingParts } from './living-parts'

/** Every part in every state, for whoever builds a page; in development only. */
export default function PartsPage() {
  if (!isDevelopment()) notFound()
  return (
    <Page kind="index">
      <title>Parts</title>
      <PageHead
        title="Parts"
        meta="in every state"
        actions={<Button variant="primary">Act</Button>}
      />
      <PageBody className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2 xl:grid-cols-3">
        <Part title="Buttons, by rank">
          <ButtonRanks />
          <Row label="icons">
            <Button variant="secondary" size="icon" aria-label="Pause">
              <Pause size={15} aria-hidden />
            </Button>
            <Button variant="quiet" size="small-icon" aria-label="Undo">
              <RotateCcw size={14} aria-hidden />
            </Button>
            <Button variant="primary" size="large">
              Large
            </Button>
          </Row>
        </Part>
        <Part title="Views and tabs">
          <SegmentedLinks
            label="Views"
            segments={['Source', 'Preview', 'Agent’s view'].map((label, at) => ({
              href: `#view-${at}`,
              label,
              isCurrent: at === 0,
            }))}
          />
          <TabLinks
            label="Tabs"
            tabs={['Memories', 'Sessions', 'Findings'].map((label, at) => ({
              href: `#tab-${at}`,
              label,
              count: at === 2 ? null : 34 - 22 * at,
              isCurrent: at === 0,
            }))}
          />
          <LivingParts />
        </Part>
        <Part title="Fields">
          <Field id="part-field" label="Path" placeholder="/notes/" hint="Begins with a slash" />
          <ErrorNotice>No “..” in paths</ErrorNotice>
        </Part>
        <Part title="Who: the shape is the kind, the hue is the one">
          {WHO.map(({ label, look }) => (
            <Row key={label} label={label}>
              <ActorMark look={look} label={label} size="large" />
              <ActorMark look={look} label={label} />
              <ActorMark look={look} label={label} size="small" />
              <ActorMark look={look} label={label} isWorking />
            </Row>
          ))}
          <Row label="hues">
            {HUES.map((hue) => (
              <ActorMark
                key={hue}
                look={{ shape: 'agent', letters: `H${hue}`, hue }}
                label={`Hue ${hue}`}
              />
            ))}
          </Row>
        </Part>
        <Part title="States">
          <Row label="badges">
            <Badge>Reverted</Badge>
            <Badge tone="accent" Icon={Bell}>
              Waiting for review
            </Badge>
            <Badge tone="added">Approved</Badge>
            <Badge tone="caution">Waiting for you</Badge>
            <Badge tone="removed">Failed</Badge>
          </Row>
          <Row label="changes">
            <ChangeLetter kind="created" label="new" />
            <ChangeLetter kind="modified" label="edited" />
            <ChangeLetter kind="renamed" label="moved" />
            <ChangeLetter kind="deleted" label="deleted" />
          </Row>
          {AMOUNTS.map(([added, removed]) => (
            <Row key={added} label="amount">
              <Amount added={added} removed={removed} />
              <AmountBar added={added} removed={removed} />
            </Row>
          ))}
          <Row label="keys">
            <Kbd>⌘K</Kbd>
            <Kbd>Esc</Kbd>
          </Row>
        </Part>
        <Part title="Ink dries">
          <div className="flex gap-0.5">
            {['now', '1 day', '1 week', '1 month', '2 months', 'older'].map((label, at) => (
              <span key={label} className="flex-1 text-label text-ink-3">
                <span
                  className="mb-1 block h-3 rounded-mark"
                  style={{ background: `var(--age-${at})` }}
                />
                {label}
              </span>
            ))}
          </div>
        </Part>
        <Part title="Empty, on its way">
          <EmptyState Icon={Inbox} title="All reviewed" action={<Button>Start a session</Button>}>
            What agents write shows here.
          </EmptyState>
          <SkeletonRows count={3} label="Loading…" />
        </Part>
      </PageBody>
      <KeyBar keys={['keep', 'revert', 'redact', 'steps']} />
    </Page>
  )
}

const HUES = [1, 2, 3, 4, 5, 6, 7, 8] as const
const AMOUNTS = [
  [1, 0],
  [12, 3],
  [751, 43],
] as const

const WHO: readonly { label: string; look: ActorMarkLook }[] = [
  { label: 'Person: Mina Park', look: { shape: 'person', letters: 'MP', hue: 4 } },
  { label: 'Agent: Opus', look: { shape: 'agent', letters: 'Op', hue: 1 } },
  { label: 'API key: nightly', look: { shape: 'key', letters: 'ni', hue: 8 } },
  { label: 'Import: git', look: { shape: 'import', letters: 'gi', hue: 7 } },
]

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-card p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <h2 className="text-xs font-semibold text-ink-2">{title}</h2>
      {children}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="w-24 text-xs text-ink-3">{label}</span>
      {children}
    </div>
  )
}
