package ndx.example;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import ndx.client.ApiClient;
import ndx.client.ApiException;
import ndx.client.api.ConsentApi;
import ndx.client.api.FurnishingApi;
import ndx.client.api.QueriesApi;
import ndx.client.model.BusinessConsentIdentity;
import ndx.client.model.FurnishProduct;
import ndx.client.model.FurnishedBusinessIdentity;
import ndx.client.model.FurnishedBusinessIdentityVerification;
import ndx.client.model.FurnishedBusinessIdentityVerificationAssertions;
import ndx.client.model.FurnishedBusinessIdentityVerificationData;
import ndx.client.model.KybCertificate;
import ndx.client.model.KybCertificateRecord;
import ndx.client.model.KybQuery;
import ndx.client.model.RecordBusinessConsent;

/** The main job: one institution furnishes, another records a consent and queries. */
public final class Main {
  private static final UUID NETWORK = UUID.fromString(System.getenv("NETWORK_ID"));
  private static final String NAME = "Example Bakery LLC";
  private static final String JURISDICTION = "US-VT";

  public static void main(String[] arguments) throws Exception {
    ApiClient furnisher = clientWith(System.getenv("FURNISHER_TOKEN"));
    ApiClient querier = clientWith(System.getenv("QUERIER_TOKEN"));
    String registration = "JV" + System.nanoTime();
    furnish(furnisher, registration);
    UUID consent = recordConsent(querier, registration);
    KybCertificate certificate = query(querier, consent);
    ObjectMapper json = querier.getObjectMapper();
    System.out.println(json.writerWithDefaultPrettyPrinter().writeValueAsString(certificate));
  }

  /** One institution furnishes what it verified about a business. */
  private static void furnish(ApiClient client, String registration) throws ApiException {
    var record =
        new KybCertificateRecord()
            .businessIdentity(
                new FurnishedBusinessIdentity()
                    .businessLegalName(NAME)
                    .businessJurisdictionOfFormation(JURISDICTION)
                    .businessRegistrationIdentifierFromJurisdictionOfFormation(registration))
            .businessIdentityVerification(
                new FurnishedBusinessIdentityVerification()
                    .assertions(
                        new FurnishedBusinessIdentityVerificationAssertions()
                            .businessIdentityVerificationAssertion(true)
                            .businessIdentityVerificationPerformedTimestamp(
                                OffsetDateTime.now(ZoneOffset.UTC)))
                    .data(
                        new FurnishedBusinessIdentityVerificationData()
                            .businessEntityType("limited liability company")));
    var body = new FurnishProduct().networkId(NETWORK).records(List.of(record));
    var submission = new FurnishingApi(client).furnishKybCertificate(body, null, newKey(), null);
    if (!submission.getResults().get(0).getAccepted()) {
      throw new IllegalStateException("the record was rejected: " + submission);
    }
  }

  /** Another institution records the consent of the business. */
  private static UUID recordConsent(ApiClient client, String registration) throws ApiException {
    var identity =
        new BusinessConsentIdentity()
            .businessLegalName(NAME)
            .businessJurisdictionOfFormation(JURISDICTION)
            .businessRegistrationIdentifierFromJurisdictionOfFormation(registration);
    var body =
        new RecordBusinessConsent()
            .networkId(NETWORK)
            .didGatherConsentFromBusinessPrior(true)
            .businessConsentIdentity(identity)
            .scope("kyb_certificate");
    return new ConsentApi(client).recordBusinessConsent(body, newKey(), null).getConsentId();
  }

  /** Furnished data takes up to a second to become queryable; each query is billed. */
  private static KybCertificate query(ApiClient client, UUID consent) throws Exception {
    var body = new KybQuery().networkIds(List.of(NETWORK)).consentId(consent);
    for (int attempt = 0; attempt < 10; attempt++) {
      var answer = new QueriesApi(client).queryKybCertificateWithHttpInfo(body, null, null, null);
      if (answer.getStatusCode() == 200) return answer.getData();
      Thread.sleep(500);
    }
    throw new IllegalStateException("the network has no certificate of this business");
  }

  private static ApiClient clientWith(String token) {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }
}
