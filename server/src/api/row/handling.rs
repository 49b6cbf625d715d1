//! Which handler a row has, and with it what it takes and gives.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;

use super::{RequestBody, Row, Types};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Arrived, FileBody, Handler, Opened, Part, StoredFile, Typed};
use crate::api::input::Input;
use crate::api::reply::{Output, Reply};

impl Row {
    pub fn read<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::one_step(Handler::Read, handler))
    }

    /// Each statement of the read may see another moment: it has one, or what the others add to it stands by itself.
    pub fn without_snapshot(self) -> Self {
        Self {
            needs_snapshot: false,
            ..self
        }
    }

    pub fn heavy_read<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::heavy_read(|_| true, handler))
    }

    /// A read that may scan only for the inputs of which `may_scan` says so.
    pub fn heavy_read_where<I, O, F, Fut>(self, may_scan: fn(&I) -> bool, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::heavy_read(may_scan, handler))
    }

    /// Of what the database does not have.
    pub fn read_outside<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::read_outside(handler))
    }

    pub fn write<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::one_step(handler::unprepared_write, handler))
    }

    pub fn prepared_write<I, P, O, F, G, Prepared, Done>(self, prepare: F, run: G) -> Self
    where
        I: Input,
        P: Send + Sync + 'static,
        O: Output,
        F: Fn(Cx, Arc<I>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = ApiResult<P>> + Send + 'static,
        G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
        Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.handled(handler::prepared_write(prepare, run))
    }

    /// `check` is asked before the file is read.
    pub fn upload<S, I, C, P, O, E, F, G, Prepared, Done>(
        mut self,
        file: FileBody<S>,
        check: E,
        prepare: F,
        run: G,
    ) -> Self
    where
        S: Send + Sync + 'static,
        I: Input,
        C: Send + Sync + 'static,
        P: Send + Sync + 'static,
        O: Output,
        E: Fn(&Cx, &I) -> Result<C, Problem> + Send + Sync + 'static,
        F: Fn(Cx, Arc<C>, Arc<Arrived<S>>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = ApiResult<P>> + Send + 'static,
        G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
        Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        self.body = RequestBody::File(file.spec);
        self.handled(handler::upload(check, prepare, run))
    }

    pub fn download<I, S, F, G, Opening, Making>(
        mut self,
        answer_type: &'static str,
        open: F,
        part: G,
    ) -> Self
    where
        I: Input,
        S: Send + Sync + 'static,
        F: Fn(Tx, Cx, Arc<I>) -> Opening + Send + Sync + 'static,
        Opening: Future<Output = ApiResult<Opened<S>>> + Send + 'static,
        G: Fn(Tx, Arc<S>, Option<i64>) -> Making + Send + Sync + 'static,
        Making: Future<Output = ApiResult<Part>> + Send + 'static,
    {
        self.answer_type = answer_type;
        self.handled(handler::download(open, part))
    }

    /// A file that is there.
    pub fn file<I, F, Fut>(mut self, answer_type: &'static str, open: F) -> Self
    where
        I: Input,
        F: Fn(Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<StoredFile>> + Send + 'static,
    {
        self.answer_type = answer_type;
        self.handled(handler::stored_file(open))
    }

    /// What the route takes and gives is what its handler was written for.
    pub fn handled<I: Input, P, O: Output>(mut self, typed: Typed<I, P, O>) -> Self {
        self.types = Some(Types::of::<I, O>((self.method.clone(), self.path)));
        self.price = typed.price;
        self.handler = typed.handler;
        self
    }
}
