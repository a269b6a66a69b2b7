"""The main job: one institution furnishes, another records a consent and queries."""

import datetime
import json
import os
import time
import uuid

from ndx_client import AuthenticatedClient
from ndx_client.api.consent import record_business_consent
from ndx_client.api.furnishing import furnish_kyb_certificate
from ndx_client.api.queries import query_kyb_certificate
from ndx_client.models import (
    BusinessConsent,
    BusinessConsentIdentity,
    FurnishedBusinessIdentity,
    FurnishedBusinessIdentityVerification,
    FurnishedBusinessIdentityVerificationAssertions,
    FurnishedBusinessIdentityVerificationData,
    FurnishProduct,
    FurnishSubmission,
    KybCertificate,
    KybCertificateRecord,
    KybQuery,
    RecordBusinessConsent,
)

base_url = os.environ["BASE_URL"]
network_id = uuid.UUID(os.environ["NETWORK_ID"])
furnisher = AuthenticatedClient(base_url=base_url, token=os.environ["FURNISHER_TOKEN"])
querier = AuthenticatedClient(base_url=base_url, token=os.environ["QUERIER_TOKEN"])

identity = {
    "business_legal_name": "Example Bakery LLC",
    "business_jurisdiction_of_formation": "US-VT",
    "business_registration_identifier_from_jurisdiction_of_formation": f"PY{time.time_ns()}",
}

# One institution furnishes what it verified about a business.
verification = FurnishedBusinessIdentityVerification(
    assertions=FurnishedBusinessIdentityVerificationAssertions(
        business_identity_verification_assertion=True,
        business_identity_verification_performed_timestamp=datetime.datetime.now(datetime.timezone.utc),
    ),
    data=FurnishedBusinessIdentityVerificationData(business_entity_type="limited liability company"),
)
record = KybCertificateRecord(
    business_identity=FurnishedBusinessIdentity.from_dict(identity),
    business_identity_verification=verification,
)
submission = furnish_kyb_certificate.sync(
    client=furnisher,
    body=FurnishProduct(network_id=network_id, records=[record]),
    idempotency_key=str(uuid.uuid4()),
)
if not isinstance(submission, FurnishSubmission) or not submission.results[0].accepted:
    raise SystemExit(f"the record was rejected: {submission}")

# Another institution records the consent of the business.
consent = record_business_consent.sync(
    client=querier,
    body=RecordBusinessConsent(
        network_id=network_id,
        did_gather_consent_from_business_prior=True,
        business_consent_identity=BusinessConsentIdentity.from_dict(identity),
        scope="kyb_certificate",
    ),
    idempotency_key=str(uuid.uuid4()),
)
if not isinstance(consent, BusinessConsent):
    raise SystemExit(f"the consent was rejected: {consent}")

# Furnished data takes up to a second to become queryable; each query is billed.
for _ in range(10):
    query = KybQuery(network_ids=[network_id], consent_id=consent.consent_id)
    certificate = query_kyb_certificate.sync(client=querier, body=query)
    if isinstance(certificate, KybCertificate):
        print(json.dumps(certificate.to_dict(), indent=2))
        break
    if certificate is not None:
        raise SystemExit(f"the query was rejected: {certificate}")
    time.sleep(0.5)
else:
    raise SystemExit("the network has no certificate of this business")
