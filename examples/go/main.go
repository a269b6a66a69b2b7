// The main job: one institution furnishes, another records a consent and queries.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"ndx/example/ndx"
)

func main() {
	ctx := context.Background()
	network := uuid.MustParse(os.Getenv("NETWORK_ID"))
	furnisher := clientWith(os.Getenv("FURNISHER_TOKEN"))
	querier := clientWith(os.Getenv("QUERIER_TOKEN"))
	registration := fmt.Sprintf("GO%d", time.Now().UnixNano())
	name, jurisdiction := "Example Bakery LLC", "US-VT"

	// One institution furnishes what it verified about a business.
	verified, entityType := true, "limited liability company"
	furnished, err := furnisher.FurnishKybCertificateWithResponse(ctx,
		&ndx.FurnishKybCertificateParams{IdempotencyKey: newKey()},
		ndx.FurnishProduct{
			NetworkId: network,
			Records: []ndx.KybCertificateRecord{{
				BusinessIdentity: &ndx.FurnishedBusinessIdentity{
					BusinessLegalName:               name,
					BusinessJurisdictionOfFormation: jurisdiction,
					BusinessRegistrationIdentifierFromJurisdictionOfFormation: registration,
				},
				BusinessIdentityVerification: &ndx.FurnishedBusinessIdentityVerification{
					Assertions: ndx.FurnishedBusinessIdentityVerificationAssertions{
						BusinessIdentityVerificationAssertion:          &verified,
						BusinessIdentityVerificationPerformedTimestamp: time.Now().UTC(),
					},
					Data: &ndx.FurnishedBusinessIdentityVerificationData{BusinessEntityType: &entityType},
				},
			}},
		})
	require(err)
	if furnished.JSON200 == nil || !furnished.JSON200.Results[0].Accepted {
		log.Fatalf("the record was rejected: %s", furnished.Body)
	}

	// Another institution records the consent of the business.
	scope := "kyb_certificate"
	consent, err := querier.RecordBusinessConsentWithResponse(ctx,
		&ndx.RecordBusinessConsentParams{IdempotencyKey: newKey()},
		ndx.RecordBusinessConsent{
			NetworkId:                         &network,
			DidGatherConsentFromBusinessPrior: true,
			BusinessConsentIdentity: ndx.BusinessConsentIdentity{
				BusinessLegalName:               name,
				BusinessJurisdictionOfFormation: jurisdiction,
				BusinessRegistrationIdentifierFromJurisdictionOfFormation: registration,
			},
			Scope: &scope,
		})
	require(err)
	if consent.JSON200 == nil {
		log.Fatalf("the consent was rejected: %s", consent.Body)
	}

	// Furnished data takes up to a second to become queryable; each query is billed.
	query := ndx.KybQuery{NetworkIds: []uuid.UUID{network}, ConsentId: &consent.JSON200.ConsentId}
	for range 10 {
		answer, err := querier.QueryKybCertificateWithResponse(ctx, &ndx.QueryKybCertificateParams{}, query)
		require(err)
		if answer.JSON200 != nil {
			text, err := json.MarshalIndent(answer.JSON200, "", "  ")
			require(err)
			fmt.Println(string(text))
			return
		}
		if answer.StatusCode() != http.StatusNoContent {
			log.Fatalf("the query was rejected: %s", answer.Body)
		}
		time.Sleep(500 * time.Millisecond)
	}
	log.Fatal("the network has no certificate of this business")
}

func clientWith(token string) *ndx.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := ndx.NewClientWithResponses(os.Getenv("BASE_URL"), ndx.WithRequestEditorFn(authorize))
	require(err)
	return client
}

func newKey() *string {
	key := uuid.NewString()
	return &key
}

func require(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
