import { isIPv6 } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type ModelPrice, modelPrices } from './model-prices'

/** What the environment sets. Nothing else reads `process.env`. */

/** A setting with an invalid value; the message is one line for whoever starts the server. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export interface Settings {
  port: number
  host: string
  /** host names that requests may use besides this machine's own, for a reverse proxy */
  allowedHosts: readonly string[]
  /** absolute */
  dataDir: string
  /** `file:…` or `postgresql://…` */
  databaseUrl: string
  /** folders of this machine, absolute, that the server may be asked to read */
  seedRoots: readonly string[]
  /** folders of this machine, absolute, in which the server may keep stores in step with folders */
  watchRoots: readonly string[]
  /** where Claude Code keeps its memory and its settings, absolute */
  claudeCode: string
  backup: BackupSettings
  /** 32 bytes by which redacted texts are known again; null: a file in the data folder */
  fingerprintKey: Buffer | null
  models: ModelSettings
  modelPrices: readonly ModelPrice[]
  /** answers that are asked for again at once, of all searches and tests together */
  replayConcurrency: number
  /** that the tests of one store may ask for by themselves in a day */
  testAnswersPerDay: number
  logLevel: LogLevel
}

/** The server that speaks the Messages API, by the official SDK's own variables. */
export interface ModelSettings {
  apiKey: string | null
  /** a bearer token in the key's place */
  authToken: string | null
  /** null: the SDK's own */
  baseUrl: string | null
}

/** Backups that the server makes by itself, of SQLite only. */
export interface BackupSettings {
  /** milliseconds; null: none */
  every: number | null
  /** how many are kept; older ones are deleted */
  keep: number
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Returns whether a name or an address, without brackets, is reachable only from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Normalises a host for comparison: names ignore case and may end in the root's dot. */
export function plainHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.(?=$|:\d+$)/, '')
}

/** In a request, an IPv6 address is in brackets. */
const allowedHost = (written: string): string =>
  plainHost(isIPv6(written) ? `[${written}]` : written)

/** The user's home and the working folder; the root of the disk only when set explicitly. */
function usualRoots(): string[] {
  const roots = new Set([path.resolve(homedir()), process.cwd()])
  return [...roots].filter((root) => root !== path.parse(root).root)
}

const usualClaudeCode = () => path.join(homedir(), '.claude')

function wholeNumber(from: number, to: number) {
  const rule = `expected a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,5}$/, rule)
    .transform(Number)
    .refine((number) => number >= from && number <= to, rule)
}

const HOUR_MS = 3_600_000

const duration = z
  .string()
  .regex(/^(off|[1-9]\d{0,2}[hd])$/, 'expected hours or days, such as 6h or 1d, or off')
  .transform((text) => {
    if (text === 'off') return null
    return Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * HOUR_MS
  })

const folders = z
  .string()
  .transform((written) => written.split(path.delimiter).map((each) => each.trim()))
  .transform((written) => written.filter((each) => each !== ''))
  .refine(
    (written) => written.every((each) => path.isAbsolute(each)),
    `expected absolute paths of folders, separated by ${path.delimiter}`,
  )
  .transform((written) => written.map((each) => path.resolve(each)))

const webAddress = z
  .url({ protocol: /^https?$/, error: 'expected http://… or https://…' })
  .regex(/^[^@]*$/, 'expected an address without a name and a password')

/** What goes into a header. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, 'expected ASCII without spaces')

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z
    .string()
    .refine(
      isLoopback,
      'expected a loopback address such as 127.0.0.1: there is no sign-in, so the server does not listen where others could reach it',
    )
    .default('127.0.0.1'),
  ALLOWED_HOSTS: z
    .string()
    .regex(/^[\w.,:[\]\s-]*$/, 'expected host names separated by commas')
    .default(''),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^file:./.test(url) || (/^postgres(ql)?:\/\/./.test(url) && URL.canParse(url)),
      'expected file:<path> or postgresql://<user>@<host>/<database>, what is special in a password written as %40 and the like',
    )
    .optional(),
  SEED_ROOTS: folders.optional(),
  WATCH_ROOTS: folders.optional(),
  CLAUDE_CONFIG_DIR: z.string().optional(),
  BACKUP_EVERY: duration.default(null),
  BACKUP_KEEP: wholeNumber(1, 9_999).default(7),
  FINGERPRINT_KEY: z
    .string()
    .regex(
      /^[A-Za-z0-9+/]{43}=$/,
      'expected 32 bytes in Base64, 44 characters, as `openssl rand -base64 32` prints them',
    )
    .transform((written) => Buffer.from(written, 'base64'))
    .optional(),
  ANTHROPIC_API_KEY: secret.optional(),
  ANTHROPIC_AUTH_TOKEN: secret.optional(),
  ANTHROPIC_BASE_URL: webAddress.optional(),
  MODEL_PRICES: modelPrices.default([]),
  REPLAY_CONCURRENCY: wholeNumber(1, 64).default(4),
  TEST_ANSWERS_PER_DAY: wholeNumber(0, 99_999).default(200),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], 'expected debug, info, warn or error')
    .default('info'),
})

type Environment = Record<string, string | undefined>

export type EnvironmentVariable = keyof typeof environmentSchema.shape

/** Their values are never repeated in messages or shown: an address may hold a password. */
const SECRET: readonly string[] = [
  'DATABASE_URL',
  'FINGERPRINT_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
]

/**
 * Parses the environment; an empty variable counts as unset. Throws a `SettingsError` that names the
 * variable, its value (unless it is secret) and what is expected.
 */
export function readSettings(env: Environment): Settings {
  const set = parsedBy(environmentSchema, env)
  const dataDir = path.resolve(set.DATA_DIR)
  return {
    port: set.PORT,
    host: set.HOST,
    allowedHosts: set.ALLOWED_HOSTS.split(/[\s,]+/)
      .map(allowedHost)
      .filter(Boolean),
    dataDir,
    databaseUrl: set.DATABASE_URL ?? `file:${path.join(dataDir, 'palimpsest.db')}`,
    seedRoots: set.SEED_ROOTS ?? usualRoots(),
    watchRoots: set.WATCH_ROOTS ?? [path.resolve(homedir())],
    claudeCode: path.resolve(
      /* turbopackIgnore: true */ set.CLAUDE_CONFIG_DIR ?? usualClaudeCode(),
    ),
    backup: { every: set.BACKUP_EVERY, keep: set.BACKUP_KEEP },
    fingerprintKey: set.FINGERPRINT_KEY ?? null,
    models: {
      apiKey: set.ANTHROPIC_API_KEY ?? null,
      authToken: set.ANTHROPIC_AUTH_TOKEN ?? null,
      baseUrl: set.ANTHROPIC_BASE_URL ?? null,
    },
    modelPrices: set.MODEL_PRICES,
    replayConcurrency: set.REPLAY_CONCURRENCY,
    testAnswersPerDay: set.TEST_ANSWERS_PER_DAY,
    logLevel: set.LOG_LEVEL,
  }
}

/** The file of a SQLite database; null: the address is one of PostgreSQL. */
export const sqliteFile = (url: string): string | null =>
  url.startsWith('file:') ? path.resolve(url.slice('file:'.length)) : null

function parsedBy<T>(schema: z.ZodType<T>, env: Environment): T {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  const value = SECRET.includes(name) ? '' : `=${JSON.stringify(values[name])}`
  throw new SettingsError(`${name}${value} cannot be used: ${issue?.message}`)
}

export interface EnvironmentSetting {
  name: EnvironmentVariable
  /** whether the environment sets it; otherwise its default holds */
  isSet: boolean
  /** as it can be shown to anybody; null: a secret, or there is no default */
  value: string | null
}

/** Every setting as it stands, for the page and for `doctor`; secrets are left out. */
export function environmentSettings(env: Environment = process.env): EnvironmentSetting[] {
  const names = Object.keys(environmentSchema.shape) as EnvironmentVariable[]
  return names.map((name) => {
    const value = env[name] ?? ''
    const isSet = value !== ''
    if (SECRET.includes(name)) return { name, isSet, value: null }
    return { name, isSet, value: isSet ? value : defaultOf(name) }
  })
}

function defaultOf(name: EnvironmentVariable): string | null {
  if (name === 'SEED_ROOTS') return usualRoots().join(path.delimiter)
  if (name === 'WATCH_ROOTS') return homedir()
  if (name === 'CLAUDE_CONFIG_DIR') return usualClaudeCode()
  if (name === 'BACKUP_EVERY') return 'off'
  const value = environmentSchema.shape[name].parse(undefined)
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return isPlain && value !== '' ? String(value) : null
}

let current: Settings | undefined

/** The settings of this process, read once. Throws a `SettingsError`. */
export const settings = (): Settings => (current ??= readSettings(process.env))

/** Returns whether this is the development server. */
export const isDevelopment = (): boolean => process.env.NODE_ENV === 'development'

const clientSchema = z.object({
  PALIMPSEST_URL: webAddress.optional(),
  PALIMPSEST_KEY: secret.optional(),
})

/** The server that commands call, if it is not that of this machine's data folder. */
export interface ServerToCall {
  url: string | null
  key: string | null
}

/** Reads which server `seed`, `export` and the bridge are told to call. Throws a `SettingsError`. */
export function serverToCall(env: Environment = process.env): ServerToCall {
  const { PALIMPSEST_URL: url = null, PALIMPSEST_KEY: key = null } = parsedBy(clientSchema, env)
  return { url, key }
}

/** The environment for other programs: where programs lie, and nothing that would change what they do. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', TMPDIR, SystemRoot } = process.env
  return { PATH, ...(TMPDIR && { TMPDIR }), ...(SystemRoot && { SystemRoot }), LC_ALL: 'C' }
}
