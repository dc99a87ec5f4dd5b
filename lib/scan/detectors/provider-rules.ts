import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type {
  SecretLintRuleContext,
  SecretLintRuleCreator,
  SecretLintSourceCode,
} from '@secretlint/types'
import type { ScanRule } from '../rules'
import type { FoundRange } from './scanned-text'

/**
 * Secretlint's rules that are asked, by the last part of their id: our rule, and hints in lower case,
 * without one of which theirs finds nothing, so that it is not asked. Three of its preset are left
 * out: `aws` reports a range that ends within the key, so ours is among the key formats; `gcp` reads
 * whole files, whose keys are found as private keys; and `filter-comments` is the one by which a
 * comment in the scanned text would switch scanning off.
 */
export const SECRETLINT_RULES: Readonly<Record<string, readonly [ScanRule, hints: string]>> = {
  '1password': ['1password_token', 'ops_ey'],
  anthropic: ['anthropic_key', 'sk-ant-'],
  basicauth: ['basic_auth_address', 'http:// https:// ftp:// ftps://'],
  cloudflare: ['cloudflare_token', 'cfk_ cfut_ cfat_'],
  'database-connection-string': [
    'connection_string',
    'mongodb:// mongodb+srv:// mysql:// mysqlx:// postgres:// postgresql://',
  ],
  databricks: ['databricks_token', 'dapi'],
  docker: ['docker_token', 'dckr_pat_'],
  figma: ['figma_token', 'figd_'],
  github: ['github_token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_'],
  gitlab: ['gitlab_token', 'glpat-'],
  grafana: ['grafana_token', 'glc_ glsa_'],
  groq: ['groq_key', 'gsk_'],
  'hashicorp-vault': ['vault_token', 'hvs. hvb. hvr.'],
  huggingface: ['huggingface_token', 'hf_'],
  linear: ['linear_key', 'lin_api_'],
  notion: ['notion_token', 'ntn_'],
  npm: ['npm_token', 'npm_'],
  openai: ['openai_key', 't3blbkfj'],
  privatekey: ['private_key', 'private'],
  sendgrid: ['sendgrid_key', 'sg.'],
  shopify: ['shopify_key', 'shppa_ shpca_ shpat_ shpss_'],
  slack: ['slack_token', 'xoxb- xoxp- xapp- xoxa- xoxo- xoxr- hooks.slack.com'],
  stripe: ['stripe_key', 'k_live_ k_test_'],
  tailscale: ['tailscale_key', 'tskey-'],
  vercel: ['vercel_token', 'vcp_ vci_ vca_ vcr_ vck_'],
}

const PREFIX = '@secretlint/secretlint-rule-'

/** The same, with their programs. */
export const PROVIDER_RULES = (rules as readonly SecretLintRuleCreator[]).flatMap((creator) => {
  const asked = SECRETLINT_RULES[creator.meta.id.slice(PREFIX.length)]
  return asked ? [{ rule: asked[0], hints: asked[1].split(' '), creator }] : []
})

/**
 * Runs rules of secretlint. Each is called by itself, without secretlint's core: the core reads the
 * comments by which a text may switch rules off, and answers later.
 */
export function providerSecrets(text: string, asked: typeof PROVIDER_RULES): FoundRange[] {
  const found: FoundRange[] = []
  for (const { rule, creator } of asked) {
    const report: SecretLintRuleContext['report'] = ({ range: [from, to] }) => {
      found.push({ rule, from, to })
    }
    void creator.create(contextThat(report), {}).file?.(sourceOf(text))
  }
  return found
}

/** Messages would quote the secret: none is made. */
function contextThat(report: SecretLintRuleContext['report']): SecretLintRuleContext {
  return {
    sharedOptions: {},
    createTranslator: () => () => ({ message: '', messageId: '' }),
    report,
    ignore: () => {},
  } as unknown as SecretLintRuleContext
}

/** A text without a file: its extension would only choose what is left out above. */
function sourceOf(content: string): SecretLintSourceCode {
  return { content, contentType: 'text', ext: '' } as unknown as SecretLintSourceCode
}
