import { CREDENTIAL_RULES, RANDOM_TEXT_RULES, redactVendorKeys } from './secrets/credentials.ts';
import { PERSONAL_DATA_RULES } from './secrets/personal-data.ts';
import { applyRules } from './secrets/rule.ts';

/**
 * Redacts keys, passwords, tokens, email addresses, phone, card and account numbers, public IP addresses and names in home folders.
 */
export function scrub(text: string): string {
  const withoutKeys = redactVendorKeys(applyRules(text, CREDENTIAL_RULES));
  return applyRules(applyRules(withoutKeys, PERSONAL_DATA_RULES), RANDOM_TEXT_RULES);
}
