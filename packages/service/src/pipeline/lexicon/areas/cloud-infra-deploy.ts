import type { AreaSeeds } from './area-seeds.ts';

export const cloudInfraDeploy: AreaSeeds = {
  telling: `
    kubernetes, k8s, kubectl, kubelet, helm, helm chart, argo cd, argocd, flux, kustomize, terraform, terraform plan,
    terraform apply, opentofu, pulumi, cloudformation, cdk, ansible, aws, ec2, eks, ecs, fargate, lambda, azure, aks,
    gcp, gke, cloud run, cloudflare workers, vercel, netlify, fly.io, heroku, digitalocean, pod, pods,
    deployment rollout, rolling update, rolling deploy, blue green, canary, readiness probe, liveness probe, sigterm,
    graceful shutdown, termination grace period, ingress, load balancer, nat gateway, vpc, subnet, availability zone,
    cross zone, egress cost, autoscaling, autoscaler, hpa, karpenter, node pool, spot instance, serverless,
    preview environment, infrastructure as code, iac, state file, drift, service mesh, istio, envoy, daemonset,
    statefulset, configmap, namespace, crashloopbackoff, oomkilled, imagepullbackoff
  `,
  typical: `
    deploy, deployment, rollout, rollback, cluster, node, container, infrastructure, cloud, cloud bill, region,
    instance, vm, provisioned, autoscale, scale to zero, replica count, replicas, evicted, drain, terminated, restart,
    orchestration, dns, route53, cdn, proxy, nginx, sidecar, plan, apply, module, provider version,
    staging environment, teardown environment, ephemeral environment, traffic, health check, downtime, zero downtime,
    cost, billing, resource limits, cpu limit, quota, firewall, security group, bucket, edge
  `,
  vague: `
    docker, image, environment, production, staging, shutdown, startup, timeout, network, volume, capacity, resource,
    tag, expensive, invoice, 502, 503, 504, port, secret, manual change, console
  `,
};
