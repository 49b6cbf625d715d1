-- What images of the library mean, where there are weights of a model that says so. A row is made anew when its image has other
-- words, and when there are other weights.

CREATE TABLE asset_vectors (
    org     BIGINT NOT NULL,
    brand   BIGINT NOT NULL,
    asset   BIGINT NOT NULL,
    -- A hash of the weights and the words.
    made_of {BLOB} NOT NULL,
    -- A byte for each number.
    vector  {BLOB} NOT NULL,
    PRIMARY KEY (org, brand, asset)
);
