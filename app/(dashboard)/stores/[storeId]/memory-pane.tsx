import Link from 'next/link'
import type { ReactNode } from 'react'
import { NumberedText } from '@/components/content/numbered-text'
import { VersionDiff } from '@/components/diff/version-diff'
import { VersionList } from '@/components/history/version-list'
import type { MemoryVersion } from '@/lib/store/memory-version'
import { humanSize } from '@/lib/text/human-size'
import type { ChosenMemory } from './chosen-memory'

/** The chosen memory: its content or a comparison in the middle, its versions at the right. */
export function MemoryPane({ chosen, isEmpty }: { chosen: ChosenMemory | null; isEmpty: boolean }) {
  if (!chosen) {
    return (
      <p className="p-8 text-faint">
        {isEmpty
          ? 'Nothing is remembered here yet. Seed the store, or let an agent write to it.'
          : 'Choose a memory in the tree.'}
      </p>
    )
  }
  return (
    <div className="grid min-h-0 grid-cols-1 overflow-auto lg:grid-cols-[1fr_20rem] lg:overflow-hidden">
      <section aria-label="Memory" className="flex min-h-0 flex-col lg:overflow-auto">
        {chosen.compared ? (
          <Comparison {...chosen.compared} />
        ) : (
          chosen.shown && <Shown version={chosen.shown} newest={chosen.versions[0]} />
        )}
      </section>
      <aside aria-label="History" className="min-h-0 border-line lg:overflow-auto lg:border-l">
        <h2 className="px-4 py-2 text-xs font-medium text-faint">Versions</h2>
        <VersionList
          versions={chosen.versions}
          names={chosen.names}
          shown={chosen.compared ? null : (chosen.shown?.id ?? null)}
          now={chosen.now}
        />
        {chosen.hasMoreVersions ? (
          <p className="px-4 py-2 text-xs text-faint">Older versions: over the API.</p>
        ) : null}
      </aside>
    </div>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-2 border-b border-line px-4 py-2">
      {children}
    </header>
  )
}

function Shown({ version, newest }: { version: MemoryVersion; newest: MemoryVersion | undefined }) {
  const isNewest = version.id === newest?.id
  return (
    <>
      <Heading>
        <h2 className="font-mono text-[13px] font-medium break-all">
          {version.path ?? '(redacted)'}
        </h2>
        <p className="text-xs text-faint">
          {isNewest ? '' : `v${version.ordinal}, not what it holds now · `}
          {version.size === null ? version.operation : humanSize(version.size)}
          {isNewest ? null : (
            <>
              {' · '}
              <Link
                href={`/stores/${version.storeId}?memory=${version.memoryId}`}
                className="text-accent underline underline-offset-2"
              >
                Back to now
              </Link>
            </>
          )}
        </p>
      </Heading>
      {version.content === null ? (
        <p className="px-4 py-2 text-faint">
          {version.redactedAt === null
            ? 'The memory was deleted with this version; choose an earlier one to read it.'
            : 'This version was redacted: its content and path are gone for good.'}
        </p>
      ) : (
        <NumberedText content={version.content} />
      )}
    </>
  )
}

function Comparison({ from, to }: { from: MemoryVersion; to: MemoryVersion }) {
  return (
    <>
      <Heading>
        <h2 className="font-mono text-[13px] font-medium break-all">
          {from.path === to.path
            ? to.path
            : `${from.path ?? '(redacted)'} → ${to.path ?? '(redacted)'}`}
        </h2>
        <p className="text-xs text-faint">
          v{from.ordinal} compared with v{to.ordinal} ·{' '}
          <Link
            href={`/stores/${to.storeId}?memory=${to.memoryId}`}
            className="text-accent underline underline-offset-2"
          >
            Back to the content
          </Link>
        </p>
      </Heading>
      <VersionDiff before={from.content ?? ''} after={to.content ?? ''} />
    </>
  )
}
