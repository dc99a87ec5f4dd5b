import type { ScanRule } from '../rules'
import { type FoundRange, matchesOf, type ScannedText } from './scanned-text'

const HINTS = ['password', 'passwd', 'passphrase', 'secret', 'token', 'key', 'credential', 'bearer']

/**
 * On lower-case text: `api_key = "…"`, `"clientSecret": "…"`, `password: …`, `Authorization: Bearer
 * …`.
 */
const ASSIGNMENT =
  /(?<name>passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?|bearer)[a-z0-9_-]{0,20}["'`]?(?:[ \t]{0,3}(?::=|=>|[:=])|[ \t])[ \t]{0,3}["'`]?(?<value>[a-z0-9+/_=.~!?@#$%^&*-]{8,200})(?![a-z0-9({])/g

/** Tokens of other makes: `sk-…` of servers that follow one provider's ways. */
const TOKEN = /(?<![A-Za-z0-9_-])sk-(?:[a-z]{2,12}-)?[A-Za-z0-9_-]{24,200}(?![A-Za-z0-9_-])/g

/** Three parts, of which the first two are JSON (RFC 7519). */
const WEB_TOKEN =
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g

/** Bits a character: words stay under it, random letters and digits do not. */
const RANDOM_BITS = 3.5

/** It says itself that it is none, or is the name of one. */
const OWN_NAME = /secret|password|token|example|sample|dummy|placeholder|changeme/i

/** A password that a person chose is shorter and less random than a token. */
const PASSWORD = /^pass/i

/**
 * Finds values that are called a secret and look random. The least certain of all rules about
 * secrets.
 */
export function secretAssignments({ text, folded }: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  const add = (rule: ScanRule, from: number, length: number) =>
    found.push({ rule, from, to: from + length })
  if (HINTS.some((hint) => folded.includes(hint))) {
    for (const { index, 0: match, groups: { name = '', value = '' } = {} } of matchesOf(
      folded,
      ASSIGNMENT,
    )) {
      const from = index + match.length - value.length
      if (!looksSecret(name, text.slice(from, from + value.length))) continue
      add('secret_assignment', from, value.length)
    }
  }
  if (folded.includes('sk-')) {
    for (const { index, 0: token } of matchesOf(text, TOKEN)) {
      if (/\d/.test(token) && bitsOf(token) >= RANDOM_BITS) {
        add('secret_assignment', index, token.length)
      }
    }
  }
  if (folded.includes('eyj')) {
    for (const { index, 0: token } of matchesOf(text, WEB_TOKEN)) {
      add('json_web_token', index, token.length)
    }
  }
  return found
}

function looksSecret(name: string, value: string): boolean {
  if (isPlaceholder(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (PASSWORD.test(name)) return looksChosen(value)
  if (isName(value) || OWN_NAME.test(value)) return false
  return value.length >= 16 && bitsOf(value) >= RANDOM_BITS
}

/** Names of password hashes, which are often mentioned where passwords are. */
const HASHING = /argon|bcrypt|scrypt|pbkdf|sha-?\d|md5|hmac|aes/i

/**
 * Returns whether a value looks like a chosen password: with a capital or a sign beside letters and
 * digits, as many places demand.
 */
function looksChosen(value: string): boolean {
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value)
  const hasSign = /[!?@#$%^&*~+=]/.test(value)
  return (isMixed || hasSign || !isName(value)) && !HASHING.test(value) && !/[/]/.test(value)
}

/** Names in code, paths, versions and dates: words joined by signs, each readable by itself. */
function isName(value: string): boolean {
  const parts = value.split(/[._/=:@#-]+/).filter((part) => part !== '')
  return parts.every(
    (part) =>
      /^(?:[A-Za-z]+\d{0,4}|\d{1,8}|v\d{1,4}|[0-9]{1,4}[A-Za-z]{1,3})$/.test(part) &&
      !isScrambled(part),
  )
}

/** Upper and lower case in turns that no word has: `aQ9xZ`. */
function isScrambled(part: string): boolean {
  return part.length >= 12 && (part.match(/[a-z][A-Z]/g)?.length ?? 0) > part.length / 5
}

/** Shannon's entropy of the characters, in bits a character. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) {
    const share = count / value.length
    bits -= share * Math.log2(share)
  }
  return bits
}

/** Words that stand where a secret would. */
const WORDS =
  /^(?:pass(?:word|wd|phrase)?|secret|token|user(?:name)?|my.?(?:pass|secret|token|key).{0,20}|your.{0,60}|the.?password|change.?(?:me|it).{0,20}|example.{0,60}|test(?:ing)?.{0,12}|dummy.{0,60}|fake.{0,60}|placeholder.{0,60}|redacted|masked|hidden|todo|none|null|undefined|string|xxx.{0,200})$/i

/** Templates, variables, masks: `${X}`, `{{x}}`, `<x>`, `%X%`, `$X`, `***`, `...`, `aaaa`. */
const SHAPES = /[{}<>[\]()]|^\$|^%.{1,200}%$|\*{3}|\.{3}|…|^(.)\1{3,200}$/

/** Returns whether a value stands for a secret without being one. */
export function isPlaceholder(value: string): boolean {
  return WORDS.test(value) || SHAPES.test(value)
}
