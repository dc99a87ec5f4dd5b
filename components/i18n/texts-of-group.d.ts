// The texts of a language by group (scripts/text-groups.mjs), as the build makes them.
declare module '*.json?frame' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?palette' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?lists' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?connections' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?store' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?branching' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?changing' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?sessions' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?opening' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?context' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?redacting' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?policy' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}

declare module '*.json?tests' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}

declare module '*.json?review' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}

declare module '*.json?findings' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?seeding' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?overview' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?diff' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?editing' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
declare module '*.json?comments' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}

declare module '*.json?experiments' {
  import type { Messages } from '@/components/i18n/messages'
  const texts: Partial<Messages>
  export default texts
}
