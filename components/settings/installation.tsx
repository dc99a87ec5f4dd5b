import { Check, ChevronRight, Lock } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { SettingsRow } from '@/components/ui/settings-form'
import { Ago } from '@/components/ui/time'
import type { EnvironmentSetting } from '@/lib/settings'
import type { Totals } from '@/lib/store/stores'
import { shownSize } from '@/lib/text/human-size'
import { plainText } from '@/lib/text/visible-text'

/** The database, its backups, and the disk that they are on; sizes are bytes. */
export interface Installation {
  /** why it cannot be used, or not be written */
  fault: { kind: string; reason: string } | null
  /** null: it cannot be read now */
  totals: Totals | null
  dataDir: string
  /** null: PostgreSQL */
  file: { path: string; bytes: number; journalBytes: number; freeBytes: number } | null
  /** `every`: milliseconds, null for none by itself */
  backup: { every: number | null; keep: number; newest: Date | null }
}

const HOUR_MS = 3_600_000

/** Whether the database is healthy, how much it holds, and when it was last backed up. */
export function DataFacts({ facts, now }: { facts: Installation; now: Date }) {
  const t = useTranslations('Installation')
  const ofFault = useTranslations('Faults')
  const format = useFormatter()
  const { fault, totals, file, dataDir } = facts
  return (
    <>
      {fault === null ? null : (
        <div className="my-2 max-w-3xl">
          <Notice tone="danger">
            {ofFault.has(fault.kind as never) ? ofFault(fault.kind as never) : fault.reason}
          </Notice>
        </div>
      )}
      <SettingsRow
        words={t('database')}
        about={file === null ? 'PostgreSQL' : 'SQLite'}
        beside={
          file === null
            ? t('postgresql')
            : t('freeSpace', { size: shownSize(format, file.freeBytes) })
        }
      >
        <span className="flex flex-wrap items-center gap-x-3">
          {file === null ? null : shownSize(format, file.bytes + file.journalBytes)}
          {fault === null ? (
            <span className="flex items-center gap-1 text-added">
              <Check size={14} aria-hidden /> {t('well')}
            </span>
          ) : null}
        </span>
      </SettingsRow>
      {totals === null ? null : (
        <SettingsRow words={t('holds')} beside={shownSize(format, totals.bytes)}>
          {t('stores', { count: totals.stores })}, {t('memories', { count: totals.memories })}
        </SettingsRow>
      )}
      {file === null ? null : <BackupRow backup={facts.backup} now={now} />}
      <SettingsRow words={t(file === null ? 'folder' : 'file')}>
        <Locked text={file?.path ?? dataDir} />
      </SettingsRow>
    </>
  )
}

function BackupRow({ backup, now }: { backup: Installation['backup']; now: Date }) {
  const t = useTranslations('Installation')
  const { every, keep, newest } = backup
  return (
    <SettingsRow
      words={t('backup')}
      about={
        newest === null
          ? t('noBackupYet')
          : t.rich('lastBackup', { age: () => <Ago key="age" time={newest} now={now} /> })
      }
      beside={every === null ? t('makesOne') : t('kept', { count: keep })}
    >
      {every === null ? t('off') : t('hours', { hours: every / HOUR_MS })}
    </SettingsRow>
  )
}

/** What the environment sets, each with the variable that sets it; those at rest are folded. */
export function EnvironmentFacts({ settings }: { settings: readonly EnvironmentSetting[] }) {
  const t = useTranslations('Environment')
  const set = settings.filter(({ isSet }) => isSet)
  const atRest = settings.filter(({ isSet }) => !isSet)
  return (
    <>
      {set.map((setting) => (
        <EnvironmentRow key={setting.name} setting={setting} />
      ))}
      <details open={set.length === 0} className="group">
        <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-mark pr-1.5 font-medium">
          <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
          {t(set.length === 0 ? 'allDefaults' : 'defaults', { count: atRest.length })}
        </summary>
        {atRest.map((setting) => (
          <EnvironmentRow key={setting.name} setting={setting} />
        ))}
      </details>
    </>
  )
}

function EnvironmentRow({ setting: { name, isSet, value } }: { setting: EnvironmentSetting }) {
  const t = useTranslations('Environment')
  return (
    <SettingsRow words={t(name)} beside={<code>{name}</code>}>
      <Locked text={value ?? (isSet ? t('secret') : t('none'))} />
    </SettingsRow>
  )
}

/** A value that is set elsewhere. */
function Locked({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-ink-2">
      <Lock size={12} aria-hidden className="mt-1 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">{plainText(text)}</span>
    </span>
  )
}
