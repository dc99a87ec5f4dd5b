import { isIPv6 } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type ContextThresholds, DEFAULT_THRESHOLDS } from '@/lib/context/context-thresholds'
import { type ModelPrice, modelPrices } from '@/lib/model-prices'

/** A setting with an invalid value; the message is one line for whoever starts the server. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export interface Settings {
  port: number
  host: string
  /** absolute */
  dataDir: string
  /** folders of this machine, absolute, that the server may be asked to read */
  seedRoots: readonly string[]
  /** folders of this machine, absolute, in which folders may be watched and written back to */
  watchRoots: readonly string[]
  /** folders in which agents of this machine keep their memories, absolute */
  agentHomes: AgentHomes
  /**
   * what is kept of the transcripts of agents whose folders are watched: ids, times and models, or
   * also what was asked and said before a call
   */
  transcripts: 'ids' | 'excerpt'
  /** how long a write waits for what is found in its lines, where a rule asks for it; milliseconds */
  scanWaitMs: number
  /** how many answers are asked again at once, all replays together */
  replayConcurrency: number
  /** how many requests of models the tests of one store may make by themselves in a day */
  testRequestsPerDay: number
  /** what models cost; of those without a price nothing is said of money */
  modelPrices: readonly ModelPrice[]
  /** `file:…` or `postgresql://…` */
  databaseUrl: string
  /** SQLite only: automatic backups */
  backup: BackupSettings
  /** PostgreSQL only: how to reach it */
  postgresql: PostgresqlSettings
  /** host names that requests may use besides this machine's own, for a reverse proxy */
  allowedHosts: readonly string[]
  logLevel: LogLevel
  /** the model server; the official SDK's own settings */
  models: ModelSettings
  /**
   * sizes of a session's context, in percent of the model's window, at which it is warned or
   * compacted; sessions may override them
   */
  contextThresholds: ContextThresholds
  /** by which redacted texts are known again; null: a file in the data folder (lib/db) */
  fingerprintKey: Buffer | null
  /** where traces are sent; null: there are none */
  traces: TraceSettings | null
  /** where the digest of reviewing is posted; null: nowhere */
  digest: DigestSettings | null
}

/** The folders in which agents keep their own files. */
export interface AgentHomes {
  claudeCode: string
  codex: string
  gemini: string
  letta: string
  openClaw: string
}

export interface TraceSettings {
  /** base address of a collector */
  endpoint: string
  /** sent with them: what the collector asks for, such as a token */
  headers: Readonly<Record<string, string>>
}

export interface DigestSettings {
  url: string
  /** signs what is posted */
  secret: string
  period: 'day' | 'week'
}

export interface BackupSettings {
  /** milliseconds; null: none */
  every: number | null
  /** how many are kept; older ones are deleted */
  keep: number
}

export interface PostgresqlSettings {
  /** whether `databaseUrl` points to a pooler that lends a connection for one transaction at a time */
  isPooled: boolean
  /**
   * address past the pooler, for what needs a dedicated connection: LISTEN and migrations; null:
   * `databaseUrl`
   */
  directUrl: string | null
  /** how changes by other servers are noticed */
  events: 'listen' | 'poll'
}

export interface ModelSettings {
  apiKey: string | null
  authToken: string | null
  /** null: the SDK's own */
  baseUrl: string | null
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1']

/** Returns whether an address or a name is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Normalises a host for comparison: names ignore case and may end in the root's dot. */
export function plainHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.(?=$|:\d+$)/, '')
}

/** In a request, an IPv6 address is in brackets. */
function allowedHost(written: string): string {
  return plainHost(isIPv6(written) ? `[${written}]` : written)
}

const PORT_RULE = 'expected a whole number from 1 to 65535'

const DATABASE_RULE =
  'expected file:<path> or postgresql://<user>@<host>/<database>, what is special in a password written as %40 and the like'

const DIRECT_RULE = 'expected postgresql://<user>@<host>/<database>, past the pooler'

function isDatabaseUrl(url: string): boolean {
  return /^file:./.test(url) || (/^postgres(ql)?:\/\/./.test(url) && URL.canParse(url))
}

const ROOTS_RULE = `expected absolute paths of folders, separated by ${path.delimiter}`

/** The user's home and the working folder; the root of the disk is only allowed when set explicitly. */
function usualRoots(): string[] {
  const roots = new Set([path.resolve(homedir()), process.cwd()])
  return [...roots].filter((root) => root !== path.parse(root).root)
}

/** The user's home; the root of the disk is only allowed when set explicitly. */
function homeRoots(): string[] {
  const home = path.resolve(homedir())
  return home === path.parse(home).root ? [] : [home]
}

const folders = z
  .string()
  .transform((written) => written.split(path.delimiter).map((each) => each.trim()))
  .transform((written) => written.filter((each) => each !== ''))
  .refine((written) => written.every((each) => path.isAbsolute(each)), ROOTS_RULE)
  .transform((written) => written.map((each) => path.resolve(each)))

/** Another program's variable: whatever that one takes. */
const folder = z.string().transform((written) => path.resolve(written))

const PERCENT_RULE = 'expected a number from 1 to 100, percent of the model’s window'

const percent = z
  .string()
  .regex(/^\d+(\.\d+)?$/, PERCENT_RULE)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, PERCENT_RULE)

const SCAN_WAIT_RULE = 'expected milliseconds, a whole number from 1 to 60000'

const REPLAY_RULE = 'expected a whole number from 1 to 64'

const DURATION_RULE = 'expected hours or days, such as 6h or 1d'

const FINGERPRINT_KEY_BYTES = 32

const FINGERPRINT_KEY_RULE =
  'expected 32 bytes in Base64, 44 characters, as `openssl rand -base64 32` prints them'

const fingerprintKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, FINGERPRINT_KEY_RULE)
  .transform((written) => Buffer.from(written, 'base64'))
  .refine((bytes) => bytes.length === FINGERPRINT_KEY_BYTES, FINGERPRINT_KEY_RULE)

const DIGEST_URL_RULE = 'expected https://…, or http://… on this machine'

const digestAddress = z
  .url({ protocol: /^https?$/, error: DIGEST_URL_RULE })
  .refine(
    (url) => new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname),
    DIGEST_URL_RULE,
  )

const HEADERS_RULE =
  'expected <name>=<value>, separated by commas, what is special in a value as %20'

/** As OpenTelemetry has it: the form of W3C Baggage. */
const headers = z.string().transform((written, context) => {
  const pairs = written
    .split(',')
    .filter((each) => each.trim() !== '')
    .map(headerOf)
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs)
  context.addIssue(HEADERS_RULE)
  return z.NEVER
})

function headerOf(written: string): [string, string] | null {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]*)\s*$/.exec(written) ?? []
  if (name === undefined || value === undefined) return null
  try {
    const plain = decodeURIComponent(value)
    return /^[\t -~]*$/.test(plain) ? [name, plain] : null
  } catch {
    return null
  }
}

const HOUR_MS = 3_600_000

const duration = z
  .string()
  .regex(/^[1-9]\d{0,2}[hd]$/, DURATION_RULE)
  .transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * HOUR_MS)

/** Every setting: its variable, default and rule. docs/guide/settings.md has a line for each. */
/** Every variable that the environment may set. */
const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, PORT_RULE)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, PORT_RULE)
    .default(3000),
  HOST: z
    .string()
    .refine(
      isLoopback,
      'expected a loopback address such as 127.0.0.1: there is no sign-in yet, so the server does not listen where others could reach it',
    )
    .default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'expected the path of a folder').default('./data'),
  SEED_ROOTS: folders.optional(),
  WATCH_ROOTS: folders.optional(),
  CLAUDE_CONFIG_DIR: folder.optional(),
  CODEX_HOME: folder.optional(),
  TRANSCRIPTS: z.enum(['ids', 'excerpt'], 'expected ids or excerpt').default('ids'),
  SCAN_WAIT_MS: z
    .string()
    .regex(/^\d+$/, SCAN_WAIT_RULE)
    .transform(Number)
    .refine((wait) => wait >= 1 && wait <= 60_000, SCAN_WAIT_RULE)
    .default(5_000),
  REPLAY_CONCURRENCY: z
    .string()
    .regex(/^\d{1,2}$/, REPLAY_RULE)
    .transform(Number)
    .refine((count) => count >= 1 && count <= 64, REPLAY_RULE)
    .default(4),
  MEMORY_TEST_REQUESTS_PER_DAY: z
    .string()
    .regex(/^\d{1,7}$/, 'expected a whole number from 0')
    .transform(Number)
    .default(1_000),
  MODEL_PRICES: modelPrices.default([]),
  DATABASE_URL: z.string().refine(isDatabaseUrl, DATABASE_RULE).optional(),
  DATABASE_POOLED: z.enum(['true', 'false'], 'expected true or false').default('false'),
  DATABASE_DIRECT_URL: z
    .string()
    .refine((url) => !url.startsWith('file:') && isDatabaseUrl(url), DIRECT_RULE)
    .optional(),
  BACKUP_EVERY: z
    .union([z.literal('off').transform(() => null), duration], `${DURATION_RULE}, or off`)
    .default(null),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'expected a whole number from 1 to 9999')
    .transform(Number)
    .default(7),
  EVENTS: z.enum(['listen', 'poll'], 'expected listen or poll').default('listen'),
  FINGERPRINT_KEY: fingerprintKey.optional(),
  ALLOWED_HOSTS: z
    .string()
    .regex(/^[\w.,:[\]\s-]*$/, 'expected host names separated by commas')
    .default(''),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], 'expected debug, info, warn or error')
    .default('info'),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_AUTH_TOKEN: z.string().optional(),
  ANTHROPIC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'expected http://… or https://…' })
    .optional(),
  CONTEXT_WARNING_AT: percent.default(DEFAULT_THRESHOLDS.warning),
  CONTEXT_ERROR_AT: percent.default(DEFAULT_THRESHOLDS.error),
  CONTEXT_COMPACT_AT: z
    .union([z.literal('off').transform(() => null), percent], `${PERCENT_RULE}, or off`)
    .default(DEFAULT_THRESHOLDS.compaction),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected http://… or https://…' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  DIGEST_URL: digestAddress.optional(),
  DIGEST_SECRET: z.string().min(16, 'expected at least 16 characters').optional(),
  DIGEST_PERIOD: z.enum(['day', 'week'], 'expected day or week').default('week'),
})

/** Values that may hold a password are never repeated in messages or shown. */
const SECRET_VARIABLES: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'DIGEST_SECRET',
  'FINGERPRINT_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  // The path of such an address is often all that keeps others from posting there.
  'DIGEST_URL',
]

/**
 * Parses the environment. An empty variable counts as unset. Throws a `SettingsError` that names
 * the variable, its value and what is expected.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(values)
  if (!parsed.success) throw new SettingsError(complaint(parsed.error, values))
  const { PORT, HOST, DATA_DIR, DATABASE_URL, ALLOWED_HOSTS, LOG_LEVEL } = parsed.data
  const dataDir = path.resolve(DATA_DIR)
  return {
    port: PORT,
    host: HOST,
    dataDir,
    seedRoots: parsed.data.SEED_ROOTS ?? usualRoots(),
    watchRoots: parsed.data.WATCH_ROOTS ?? homeRoots(),
    agentHomes: {
      claudeCode: parsed.data.CLAUDE_CONFIG_DIR ?? path.join(homedir(), '.claude'),
      codex: parsed.data.CODEX_HOME ?? path.join(homedir(), '.codex'),
      gemini: path.join(homedir(), '.gemini'),
      letta: path.join(homedir(), '.letta'),
      openClaw: path.join(homedir(), '.openclaw'),
    },
    transcripts: parsed.data.TRANSCRIPTS,
    scanWaitMs: parsed.data.SCAN_WAIT_MS,
    replayConcurrency: parsed.data.REPLAY_CONCURRENCY,
    testRequestsPerDay: parsed.data.MEMORY_TEST_REQUESTS_PER_DAY,
    modelPrices: parsed.data.MODEL_PRICES,
    databaseUrl: DATABASE_URL ?? `file:${path.join(dataDir, 'palimpsest.db')}`,
    backup: { every: parsed.data.BACKUP_EVERY, keep: parsed.data.BACKUP_KEEP },
    postgresql: {
      isPooled: parsed.data.DATABASE_POOLED === 'true',
      directUrl: parsed.data.DATABASE_DIRECT_URL ?? null,
      events: parsed.data.EVENTS,
    },
    fingerprintKey: parsed.data.FINGERPRINT_KEY ?? null,
    allowedHosts: ALLOWED_HOSTS.split(/[\s,]+/)
      .map(allowedHost)
      .filter(Boolean),
    logLevel: LOG_LEVEL,
    models: {
      apiKey: parsed.data.ANTHROPIC_API_KEY ?? null,
      authToken: parsed.data.ANTHROPIC_AUTH_TOKEN ?? null,
      baseUrl: parsed.data.ANTHROPIC_BASE_URL ?? null,
    },
    contextThresholds: {
      warning: parsed.data.CONTEXT_WARNING_AT,
      error: parsed.data.CONTEXT_ERROR_AT,
      compaction: parsed.data.CONTEXT_COMPACT_AT,
    },
    traces: tracesOf(parsed.data),
    digest: digestOf(parsed.data),
  }
}

function tracesOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: sent = {},
}: z.output<typeof environmentSchema>): TraceSettings | null {
  return endpoint === undefined ? null : { endpoint, headers: sent }
}

function digestOf({
  DIGEST_URL: url,
  DIGEST_SECRET: secret,
  DIGEST_PERIOD: period,
}: z.output<typeof environmentSchema>): DigestSettings | null {
  if (url === undefined) return null
  if (secret !== undefined) return { url, secret, period }
  throw new SettingsError('DIGEST_SECRET is missing: with DIGEST_URL, it signs what is posted')
}

function complaint(error: z.ZodError, values: Record<string, string | undefined>): string {
  const [issue] = error.issues
  const name = String(issue?.path[0] ?? 'a setting')
  const value = SECRET_VARIABLES.includes(name) ? '' : `=${JSON.stringify(values[name])}`
  return `${name}${value} cannot be used: ${issue?.message ?? 'it is not valid'}`
}

export type EnvironmentVariable = keyof typeof environmentSchema.shape

export interface EnvironmentSetting {
  name: EnvironmentVariable
  /** whether the environment sets it; otherwise its default holds */
  isSet: boolean
  /** as it can be shown to anybody; null: a secret, or there is no default */
  value: string | null
}

/**
 * The installation's settings: those that the environment sets, and the defaults of the others.
 * Secrets, and the parts of addresses that may hold them, are left out.
 */
export function environmentSettings(
  env: Record<string, string | undefined> = process.env,
): readonly EnvironmentSetting[] {
  const names = Object.keys(environmentSchema.shape) as EnvironmentVariable[]
  return names.map((name) => {
    const value = env[name] ?? ''
    const isSet = value !== ''
    if (SECRET_VARIABLES.includes(name)) return { name, isSet, value: null }
    return { name, isSet, value: isSet ? withoutCredentials(value) : defaultOf(name) }
  })
}

function defaultOf(name: EnvironmentVariable): string | null {
  if (name === 'SEED_ROOTS') return usualRoots().join(path.delimiter)
  const value = environmentSchema.shape[name].parse(undefined)
  // The settings that can be turned off are null when they are.
  if (value === null) return 'off'
  // Those that become objects have no default.
  if (value === undefined || value === '' || typeof value === 'object') return null
  return String(value)
}

/** An address without its name, password and parameters; any other text as it is. */
function withoutCredentials(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text
  const { origin, pathname } = new URL(text)
  return pathname === '/' ? origin : `${origin}${pathname}`
}

let current: Settings | undefined

/** The settings of this process, read once. */
export function settings(): Settings {
  current ??= readSettings(process.env)
  return current
}

/** Returns whether this is the development server. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}
