import type { AreaSeeds } from './area-seeds.ts';

export const securityCompliance: AreaSeeds = {
  telling: `
    security, vulnerability, vulnerabilities, cve, cvss, security advisory, npm audit, dependabot, snyk, trivy,
    semgrep, sonarqube, codeql, sast, dast, sca, sbom, supply chain attack, supply chain, typosquatting,
    malicious package, secret scanning, leaked secret, leaked credentials, exposed key, secret in logs,
    secrets manager, vault, key rotation, rotate secrets, rotation, kms, hsm, encryption at rest, encryption,
    tls certificate, certificate, certificate expired, cert manager, lets encrypt, mtls, cipher, xss, csrf,
    sql injection, ssrf, rce, remote code execution, path traversal, csp, content security policy, penetration test,
    pentest, bug bounty, threat model, zero trust, waf, ddos, gdpr, hipaa, soc2, pci dss, compliance, audit log,
    audit trail, auditor, data residency, data deletion request, pii, personal data, privacy, consent banner, dpa,
    licence compliance, license compliance, gpl, provenance, slsa, sigstore, cosign, signed commit,
    signature verification, secret scanner, push protection, gitleaks, vulnerable, vulnerable dependency, x509, acme,
    renew certificate, certificate authority, credential leak, git history rewrite, regulator, soc2 audit, erasure,
    trufflehog, security team, security review, security fix
  `,
  typical: `
    audit, secure, insecure, exploit, exploitable, unreachable code path, transitive vulnerability, patch,
    patched version, advisory, severity rating, critical finding, finding, scanner, scan, scan report, false positive,
    suppress, suppression, allowlist, secret, secrets, sanitize, escape, hash, private key, public key, ssl, tls,
    expired, renewal, tamper, evidence, control, policy, questionnaire, vendor review, redact, redaction, masking,
    retention policy, erase, anonymize, attack, attacker, malware, sandbox escape, hardening, fips
  `,
  vague: `
    leak, exposed, risk, token, password, dependency, package, upgrade, root, permission, access, review, report,
    legal, license, regulator, customer data, key
  `,
};
