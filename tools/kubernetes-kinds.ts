import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Secret, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';

/** What deploy/kubernetes/ holds, as Kubernetes' own OpenAPI schema (1.30) has it. */
export interface Kinds {
  'apps/v1 Deployment': Deployment;
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler;
  'batch/v1 Job': Job;
  'networking.k8s.io/v1 Ingress': Ingress;
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget;
  'v1 ConfigMap': ConfigMap;
  'v1 Secret': Secret;
  'v1 Service': Service;
}
